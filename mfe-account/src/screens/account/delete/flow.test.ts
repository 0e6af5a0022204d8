import { flow, type State } from './flow.ts';

const telling: State = { kind: 'telling', reason: null, comment: '', givenUp: [] };
const told: State = { kind: 'told', reason: 'privacy', comment: 'Goodbye', givenUp: [] };

test('keeps the reason and the comment while they are typed and submits both', () => {
  const chosen = flow.next(telling, { type: 'typed', reason: 'privacy' });
  expect(chosen).toEqual({ kind: 'telling', reason: 'privacy', comment: '', givenUp: [] });
  const written = flow.next(chosen, { type: 'typed', comment: 'Goodbye' });
  expect(written).toEqual({ ...told, kind: 'telling' });
  expect(
    flow.next(written, { type: 'reasonGiven', reason: 'privacy', comment: 'Goodbye' }),
  ).toEqual(told);
});

test('changing the reason after going back requires a new confirmation', () => {
  expect(flow.next(told, { type: 'typed', reason: 'other' })).toEqual({
    kind: 'telling',
    reason: 'other',
    comment: 'Goodbye',
    givenUp: [],
  });
});
