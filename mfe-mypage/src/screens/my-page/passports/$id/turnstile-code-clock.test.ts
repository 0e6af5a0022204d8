import type { TurnstileCode } from '@portal/kit/contract';
import {
  createServerClock,
  isDeviceClockWrong,
  serverNow,
  turnstileCodeAt,
} from './turnstile-code-clock.ts';

const START = Date.parse('2026-04-01T01:00:00.000Z');
const iso = (ms: number) => new Date(START + ms).toISOString();
const CODES: TurnstileCode[] = [0, 1, 2].map((n) => ({
  text: `code-${n}`,
  valid_from: iso(n * 30_000),
  valid_until: iso((n + 1) * 30_000),
}));

test.each([
  [-1, undefined],
  [0, 'code-0'],
  [29_999, 'code-0'],
  [30_000, 'code-1'],
  [89_999, 'code-2'],
  [90_000, undefined],
])('%d ms after the first code began, the code is %s', (ms, text) => {
  expect(turnstileCodeAt(CODES, START + ms)?.text).toBe(text);
});

test('tells how much of its period a code has left', () => {
  expect(turnstileCodeAt(CODES, START + 22_500)).toEqual({
    text: 'code-0',
    remainingMs: 7_500,
    remainingShare: 0.25,
  });
});

describe('a wrong device clock', () => {
  // The answer took 400 ms, so the server's time is 200 ms old when it arrives.
  const clockWith = (deviceNow: number) =>
    createServerClock(iso(0), { sentAt: 5_000, answeredAt: 5_400, deviceNow });

  test('does not change which code is shown', () => {
    for (const wrong of [-86_400_000, 0, 3_600_000]) {
      const device = START + 200 + wrong + 30_000;
      const clock = clockWith(START + 200 + wrong);
      expect(serverNow(clock, { monotonic: 35_400, device })).toBe(START + 30_200);
    }
  });

  test('that is set back while codes are shown does not change which', () => {
    const times = { monotonic: 35_400, device: START - 3_600_000 };
    expect(serverNow(clockWith(START + 200), times)).toBe(START + 30_200);
  });

  test.each([
    [0, false],
    [30_000, false],
    [-30_000, false],
    [30_001, true],
    [-30_001, true],
    [3_600_000, true],
  ])('of %d ms is reported: %s', (wrong, noticed) => {
    expect(isDeviceClockWrong(clockWith(START + 200 + wrong))).toBe(noticed);
  });
});

// @proves 14.66
test('after a sleep in which the monotonic clock stood still, the time is right', () => {
  const clock = createServerClock(iso(0), { sentAt: 5_000, answeredAt: 5_000, deviceNow: START });
  const asleep = 3 * 3_600_000;
  expect(serverNow(clock, { monotonic: 6_000, device: START + asleep })).toBe(START + asleep);
});
