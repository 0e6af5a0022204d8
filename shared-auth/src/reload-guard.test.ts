import { valueStore } from './platform.ts';
import { passReloadGuard, RELOAD_GUARD_MS } from './reload-guard.ts';

// @proves 9.5
test('passes once in ten seconds, and again after the clock was set back', () => {
  const storage = valueStore(() => sessionStorage);
  expect(passReloadGuard(storage, 100_000)).toBe(true);
  expect(passReloadGuard(storage, 100_000)).toBe(false);
  expect(passReloadGuard(storage, 100_000 + RELOAD_GUARD_MS - 1)).toBe(false);
  expect(passReloadGuard(storage, 100_000 + RELOAD_GUARD_MS)).toBe(true);
  expect(passReloadGuard(storage, 50_000)).toBe(true);
});
