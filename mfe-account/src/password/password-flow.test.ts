import { stepToShow } from '@portal/kit/routing';
import { confirmedFlow } from './password-flow.ts';

const flow = confirmedFlow({ start: '/a', form: '/a/form', complete: '/a/complete' });
const start = { kind: 'start' } as const;
const confirmed = { kind: 'confirmed', until: 1_000 } as const;
const done = { kind: 'done' } as const;

test.each([
  ['/a', start, '/a'],
  ['/a/form', start, '/a'],
  ['/a/complete', start, '/a'],
  ['/a', confirmed, '/a'],
  ['/a/form', confirmed, '/a/form'],
  ['/a/complete', confirmed, '/a'],
  ['/a/form', done, '/a'],
  ['/a/complete', done, '/a/complete'],
] as const)('%s with %o shows %s', (path, state, shown) => {
  expect(stepToShow(flow, state, path, 0)).toBe(shown);
});

test('an action without a confirmation does not complete the flow', () => {
  expect(flow.next(start, { type: 'actionDone' })).toEqual(start);
  expect(flow.next(confirmed, { type: 'actionDone' })).toEqual(done);
  expect(flow.next(done, { type: 'codeAccepted', until: 1_000 })).toEqual(confirmed);
});

test('the form closes with the step-up', () => {
  expect(stepToShow(flow, confirmed, '/a/form', 999)).toBe('/a/form');
  expect(stepToShow(flow, confirmed, '/a/form', 1_000)).toBe('/a');
});
