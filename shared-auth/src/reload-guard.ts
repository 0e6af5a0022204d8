import type { ValueStore } from './platform.ts';
import { RELOAD_GUARD } from './stored-names.ts';

export const RELOAD_GUARD_MS = 10_000;

/**
 * True once per 10 s and tab. Everything that the portal starts by itself (an authorization, a reload)
 * asks here first, so that it cannot loop.
 * @param now in ms since 1970
 */
export function passReloadGuard(storage: ValueStore, now: number): boolean {
  const last = Number(storage.get(RELOAD_GUARD) ?? Number.NaN);
  // A time in the future means that the clock was set back: no reason to wait for it.
  if (last <= now && now - last < RELOAD_GUARD_MS) return false;
  storage.set(RELOAD_GUARD, String(now));
  return true;
}
