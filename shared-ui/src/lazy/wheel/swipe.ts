/** The height of a row. */
export const ROW_PX = 44;
export const SWIPE_MS = 1000;
/** How long a tap or a key takes to reach a row, in milliseconds. */
export const STEP_MS = 200;

/** A finger lifted later than this after its last movement began is a drag, not a swipe. */
const SWIPE_LIMIT_MS = 300;
const SWIPE_LIMIT_PX = 15;
/** The deceleration of a swipe, in pixels per ms². */
const SLOWING = 0.003;

/** Returns the index of the middle row when the rows are moved by `offset` (px, negative upwards). */
export function rowAt(offset: number, rows: number): number {
  return Math.min(Math.max(Math.round(-offset / ROW_PX), 0), rows - 1);
}

/** Returns the offset (px) at which the rows stop after a movement of `distance` px within `ms`. */
export function restingOffset(offset: number, distance: number, ms: number): number {
  if (ms > SWIPE_LIMIT_MS || Math.abs(distance) < SWIPE_LIMIT_PX) return offset;
  const speed = Math.abs(distance / Math.max(ms, 1));
  return offset + (speed / SLOWING) * Math.sign(distance);
}
