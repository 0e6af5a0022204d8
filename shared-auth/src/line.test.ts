import { takeLineSignUp } from './line.ts';

const STATE = 'line_sign_up_state';
beforeEach(() => sessionStorage.setItem(STATE, 'asked'));

test.each([
  ['#connection_ticket=t&state=asked', { ticket: 't', email: undefined }],
  [
    '#connection_ticket=t&state=asked&email=aoi%40example.com',
    { ticket: 't', email: 'aoi@example.com' },
  ],
  ['#connection_ticket=t&state=another', 'foreign'],
  ['#connection_ticket=t&state=', 'foreign'],
  ['#connection_ticket=t', undefined],
  ['#connection_ticket=&state=asked', undefined],
  ['#main', undefined],
  ['', undefined],
])('%s', (hash, expected) => {
  expect(takeLineSignUp(hash)).toEqual(expected);
});

test('counts once, and not without having been asked for', () => {
  takeLineSignUp('#connection_ticket=t&state=asked');
  expect(takeLineSignUp('#connection_ticket=t&state=asked')).toBe('foreign');
});
