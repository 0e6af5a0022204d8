import { endRun, hasFrozen, noteRun } from './running-release.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  endRun('account');
  jest.useRealTimers();
});

// @proves 2.591
test('a page whose files come slowly is not one that has frozen', () => {
  noteRun('account', '1');
  jest.advanceTimersByTime(60_000);
  expect(hasFrozen('account', '1')).toBe(false);
});

// @proves 2.591
test('a page whose thread is held for more than three seconds is', () => {
  noteRun('account', '1');
  // No timer of the page runs.
  jest.setSystemTime(Date.now() + 3_000);
  expect(hasFrozen('account', '1')).toBe(false);
  jest.setSystemTime(Date.now() + 1);
  expect(hasFrozen('account', '1')).toBe(true);
  expect(hasFrozen('account', '2')).toBe(false);
});
