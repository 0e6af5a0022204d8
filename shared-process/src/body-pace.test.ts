import { atPace, BodyTooSlow } from './body-pace.ts';

const pace = { graceMs: 100, bytesPerSecond: 1000 };
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** What comes of a body whose pieces come with pauses: its length, or an error. */
async function read(pieces: readonly number[], pauseMs: number, ends = true): Promise<unknown> {
  const left = [...pieces];
  const next = async () => {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const size = left.shift();
    if (size !== undefined) return { done: false, value: new Uint8Array(size) };
    return ends ? ({ done: true } as const) : new Promise<never>(() => {});
  };
  const all = async () => {
    let length = 0;
    for await (const piece of atPace(next, { pace })) length += piece.byteLength;
    return length;
  };
  const outcome = all().catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(10_000);
  return outcome;
}

// @proves 8.491 9.490
test('ends a body that comes byte by byte, and one that stalls', async () => {
  expect(await read(Array(100).fill(1), 10)).toBeInstanceOf(BodyTooSlow);
  expect(await read([399], 0, false)).toBeInstanceOf(BodyTooSlow);
});

test('reads a body that comes in time', async () => {
  expect(await read(Array(4).fill(100), 1)).toBe(400);
});
