import type { ValueStore } from './platform.ts';
import { RELOAD_GUARD } from './stored-names.ts';

/** Spec §9: reload guard in session storage, 10 s by default. */
export const RELOAD_GUARD_MS = 10_000;

/**
 * True once per 10 s and tab. What the portal starts by itself (an authorization, a reload) asks
 * first, so that it can never go round in circles.
 */
export function passReloadGuard(storage: ValueStore, now: number): boolean {
  const last = Number(storage.get(RELOAD_GUARD) ?? Number.NaN);
  // A time ahead of now is a clock that was set back: no reason to stand still until it is reached.
  if (last <= now && now - last < RELOAD_GUARD_MS) return false;
  storage.set(RELOAD_GUARD, String(now));
  return true;
}
