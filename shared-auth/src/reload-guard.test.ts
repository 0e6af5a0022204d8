import { valueStore } from './platform.ts';
import { passReloadGuard, RELOAD_GUARD_MS } from './reload-guard.ts';

test('lets through once in ten seconds, and again after a clock that was set back', () => {
  const storage = valueStore(() => sessionStorage);
  expect(passReloadGuard(storage, 100_000)).toBe(true);
  expect(passReloadGuard(storage, 100_000)).toBe(false);
  expect(passReloadGuard(storage, 100_000 + RELOAD_GUARD_MS - 1)).toBe(false);
  expect(passReloadGuard(storage, 100_000 + RELOAD_GUARD_MS)).toBe(true);
  expect(passReloadGuard(storage, 50_000)).toBe(true);
});
