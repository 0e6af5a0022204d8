import { EventEmitter } from 'node:events';
import { noteUrgency, urgencyOf } from './urgency.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

// @proves 16.939
test.each([
  [undefined, 3],
  ['u=0', 0],
  ['u=1, i', 1],
  ['i, u=5', 5],
  ['i', 3],
  ['u=8', 3],
  ['x="u=1"', 3],
])('the header %s says the urgency %s', (header, urgency) => {
  expect(urgencyOf(header)).toBe(urgency);
});

/** A request over a connection, as Node's server has it. */
function ask(session: object, priority?: string) {
  const request = { stream: { session }, headers: { priority } };
  const response = new EventEmitter();
  const turn = noteUrgency(request as never, response as never);
  return {
    end: (how: 'finish' | 'close' = 'finish') => response.emit(how),
    async waits(): Promise<() => boolean> {
      let isWaiting = true;
      turn().then(() => {
        isWaiting = false;
      });
      await settle();
      return () => isWaiting;
    },
  };
}
const settle = () => jest.advanceTimersByTimeAsync(0);

// @proves 16.939
test.each(['finish', 'close'] as const)(
  'a file waits until what is more urgent on its connection is answered: %s',
  async (how) => {
    const session = {};
    const [styles, call] = [ask(session, 'u=0'), ask(session, 'u=1, i')];
    const isWaiting = await ask(session).waits();
    styles.end();
    await settle();
    expect(isWaiting()).toBe(true);
    call.end(how);
    await settle();
    expect(isWaiting()).toBe(false);
  },
);
