/** Spec §9: option height 44, 6 visible options, swipe duration 1000 ms. */
export const ROW_PX = 44;
export const VISIBLE_ROWS = 6;
export const SWIPE_MS = 1000;
/** A row that was tapped or stepped to comes sooner. */
export const STEP_MS = 200;

/** A lift later than this after the finger's last movement began is a drag, not a swipe. */
const SWIPE_LIMIT_MS = 300;
const SWIPE_LIMIT_PX = 15;
/** Pixels per ms²: how fast a swipe loses its speed. */
const SLOWING = 0.003;

/** The row in the middle when the rows are moved by `offset` (px, negative upwards). */
export function rowAt(offset: number, rows: number): number {
  return Math.min(Math.max(Math.round(-offset / ROW_PX), 0), rows - 1);
}

/** Where the rows come to rest after a movement of `distance` px within `ms`. */
export function restingOffset(offset: number, distance: number, ms: number): number {
  if (ms > SWIPE_LIMIT_MS || Math.abs(distance) < SWIPE_LIMIT_PX) return offset;
  const speed = Math.abs(distance / Math.max(ms, 1));
  return offset + (speed / SLOWING) * Math.sign(distance);
}
