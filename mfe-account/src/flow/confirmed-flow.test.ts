import { stepToShow } from '@portal/kit/routing';
import { type ConfirmedState, confirmedFlow } from './confirmed-flow.ts';

const flow = confirmedFlow('/a', '/a/form', '/a/complete');
const start: ConfirmedState = { kind: 'start' };
const confirmed: ConfirmedState = { kind: 'confirmed', until: 1_000 };
const done: ConfirmedState = { kind: 'done' };

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
