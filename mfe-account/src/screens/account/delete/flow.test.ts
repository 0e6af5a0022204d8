import { flow, type State } from './flow.ts';

const told: State = { kind: 'told', reason: 'privacy', comment: 'Goodbye', givenUp: [] };

test('changing the reason after going back requires a new confirmation', () => {
  expect(flow.next(told, { type: 'typed', reason: 'other' })).toEqual({
    kind: 'telling',
    reason: 'other',
    comment: 'Goodbye',
    givenUp: [],
  });
});
