import type { Clock } from '@portal/server-platform/clock';

/** A clock that stands still until a test changes it. */
export type TestClock = Clock & { advance(milliseconds: number): void; set(date: Date): void };

export function createTestClock(start: Date = new Date()): TestClock {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    advance(milliseconds) {
      now += milliseconds;
    },
    set(date) {
      now = date.getTime();
    },
  };
}
