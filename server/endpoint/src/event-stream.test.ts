import { eventStream } from './event-stream.ts';

const HEARTBEAT_MS = 1_000;
const eventOf = (state: number) => `event: news\ndata: ${state}\n\n`;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A stream whose state is a number that the test changes. */
function streamOf(read?: () => Promise<string>) {
  const state = { value: 1, isAllowed: true };
  const ended: unknown[] = [];
  const stream = eventStream({
    event: 'news',
    heartbeatMs: HEARTBEAT_MS,
    isAllowed: async () => state.isAllowed,
    read: read ?? (async () => String(state.value)),
    onEnd: (error) => ended.push(error),
  });
  const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader();
  return { state, stream, ended, next: async () => (await reader.read()).value, reader };
}

test('sends heartbeats when idle, which read no state and find a session that has ended', async () => {
  let reads = 0;
  const { state, ended, next } = streamOf(async () => String(++reads));
  expect(await next()).toBe(eventOf(1));
  await jest.advanceTimersByTimeAsync(HEARTBEAT_MS);
  expect(await next()).toBe(':\n\n');
  expect(reads).toBe(1);
  expect(ended).toEqual([]);
  state.isAllowed = false;
  await jest.advanceTimersByTimeAsync(HEARTBEAT_MS);
  expect(await next()).toBe(':\n\n');
  expect(await next()).toBeUndefined();
  expect(ended).toEqual([undefined]);
});

test('ends the stream of a reader that stopped reading', async () => {
  const ended: unknown[] = [];
  eventStream({
    event: 'news',
    heartbeatMs: HEARTBEAT_MS,
    isAllowed: async () => true,
    read: async () => '1',
    onEnd: (error) => ended.push(error),
  });
  await jest.advanceTimersByTimeAsync(2 * HEARTBEAT_MS);
  expect(ended).toEqual([undefined]);
  await jest.advanceTimersByTimeAsync(10 * HEARTBEAT_MS);
  expect(ended).toHaveLength(1);
});

test('ends when the session ends, when the reader disconnects, and when the state cannot be read', async () => {
  const refused = streamOf();
  expect(await refused.next()).toBe(eventOf(1));
  refused.state.isAllowed = false;
  refused.stream.look();
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
