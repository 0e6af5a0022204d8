import { countryOfIpAnswer, ipAnswerOf } from './ip-country.ts';

// @proves 5.34
test.each([
  ['1;JP;JPN;Japan', 'JP'],
  ['1;US', 'US'],
  ['1JP', 'JP'],
  ['1;JP\n', 'JP'],
  ['0', undefined],
  ['0;;;WRONG INPUT', undefined],
  ['2;;;UNKNOWN', undefined],
  ['1;', undefined],
  ['1;jp', undefined],
  ['1;JPN', undefined],
  ['JP', undefined],
  ['', undefined],
  ['<!doctype html>', undefined],
])('the answer %j names the country %s', (text, country) => {
  expect(countryOfIpAnswer(text)).toBe(country);
});

test('an answer that the server writes is read back as the same country', () => {
  expect(countryOfIpAnswer(ipAnswerOf('JP'))).toBe('JP');
  expect(countryOfIpAnswer(ipAnswerOf(undefined))).toBeUndefined();
});
