import { type Flow, stepToShow } from './flow.ts';

type State = { at: 'start' } | { at: 'code-sent'; until: number } | { at: 'done' };
type Event = { type: 'codeSent'; until: number } | { type: 'codeAccepted' };

const flow: Flow<State, Event> = {
  initial: { at: 'start' },
  next: (state, event) => {
    if (event.type === 'codeSent') return { at: 'code-sent', until: event.until };
    return state.at === 'code-sent' ? { at: 'done' } : state;
  },
  steps: [
    { path: '/reset-password', opens: () => true },
    {
      path: '/reset-password/verify-code',
      opens: (state, now) => state.at === 'code-sent' && now < state.until,
    },
    { path: '/reset-password/complete', opens: (state) => state.at === 'done' },
  ],
};

const sent: State = { at: 'code-sent', until: 1000 };

test.each([
  ['shows the first step at the start', flow.initial, '/reset-password', '/reset-password'],
  [
    'sends a deep link back to the first step',
    flow.initial,
    '/reset-password/complete',
    '/reset-password',
  ],
  [
    'opens the code step once a code was sent',
    sent,
    '/reset-password/verify-code',
    '/reset-password/verify-code',
  ],
  ['lets me go Back to the first step', sent, '/reset-password', '/reset-password'],
  ['does not skip the code', sent, '/reset-password/complete', '/reset-password'],
  [
    'does not show the code step again when done',
    { at: 'done' } as State,
    '/reset-password/verify-code',
    '/reset-password',
  ],
  [
    'answers an address it does not know with the first step',
    sent,
    '/elsewhere',
    '/reset-password',
  ],
])('%s', (_, state, asked, shown) => {
  expect(stepToShow(flow, state, asked, 0)).toBe(shown);
});

test('closes a step when its time is over', () => {
  expect(stepToShow(flow, sent, '/reset-password/verify-code', 999)).toBe(
    '/reset-password/verify-code',
  );
  expect(stepToShow(flow, sent, '/reset-password/verify-code', 1000)).toBe('/reset-password');
});

test('an event out of place changes nothing', () => {
  expect(flow.next(flow.initial, { type: 'codeAccepted' })).toBe(flow.initial);
});
