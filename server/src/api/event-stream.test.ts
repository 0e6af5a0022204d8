import { eventStream } from './event-stream.ts';

const HEARTBEAT_MS = 1_000;
const told = (state: number) => `event: news\ndata: ${state}\n\n`;

describe('a stream of events', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** A stream of a number that the test changes. */
  function streamOf(read?: () => Promise<string | 'ended'>) {
    const state = { value: 1 };
    const ended: unknown[] = [];
    const stream = eventStream({
      event: 'news',
      heartbeatMs: HEARTBEAT_MS,
      read: read ?? (async () => String(state.value)),
      onEnd: (error) => ended.push(error),
    });
    const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader();
    return { state, stream, ended, next: async () => (await reader.read()).value, reader };
  }

  test('a state that has not changed is not said again', async () => {
    const { stream, state, next } = streamOf();
    expect(await next()).toBe(told(1));
    stream.look();
    state.value = 2;
    stream.look();
    expect(await next()).toBe(told(2));
  });

  test('silence is broken by heartbeats, which find what nobody has told of', async () => {
    const { state, next } = streamOf();
    expect(await next()).toBe(told(1));
    state.value = 5;
    await jest.advanceTimersByTimeAsync(HEARTBEAT_MS);
    expect(await next()).toBe(':\n\n');
    expect(await next()).toBe(told(5));
  });

  test('a slow reader gets the newest state and no queue of old ones', async () => {
    const state = { value: 1 };
    const stream = eventStream({
      event: 'news',
      heartbeatMs: HEARTBEAT_MS,
      read: async () => String(state.value),
      onEnd: () => {},
    });
    // Nobody reads while the state changes a hundred times.
    await jest.advanceTimersByTimeAsync(1);
    for (state.value = 2; state.value < 100; state.value += 1) {
      stream.look();
      await jest.advanceTimersByTimeAsync(1);
    }
    const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader();
    const heard = [(await reader.read()).value, (await reader.read()).value];
    expect(heard).toEqual([told(1), told(100)]);
  });

  test('a reader that takes nothing any more is given up', async () => {
    const ended: unknown[] = [];
    eventStream({
      event: 'news',
      heartbeatMs: HEARTBEAT_MS,
      read: async () => '1',
      onEnd: (error) => ended.push(error),
    });
    await jest.advanceTimersByTimeAsync(2 * HEARTBEAT_MS);
    expect(ended).toEqual([undefined]);
    await jest.advanceTimersByTimeAsync(10 * HEARTBEAT_MS);
    expect(ended).toHaveLength(1);
  });

  test('it ends when the reader may hear no more, when they go, and when the state cannot be read', async () => {
    const refused = streamOf(async () => 'ended');
    expect(await refused.next()).toBeUndefined();
    expect(refused.ended).toEqual([undefined]);

    const gone = streamOf();
    await gone.next();
    await gone.reader.cancel();
    expect(gone.ended).toEqual([undefined]);

    const broken = streamOf(() => Promise.reject(new Error('no database')));
    expect(await broken.next()).toBeUndefined();
    expect(broken.ended).toEqual([new Error('no database')]);
  });
});
