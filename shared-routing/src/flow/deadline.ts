/** Times are kept as deadlines (ms since 1970), so that a reload loses nothing. */

export function deadlineIn(ms: number, now: number = Date.now()): number {
  return now + ms;
}

/** Whole seconds still to wait, rounded up; 0 when the deadline has passed. */
export function secondsLeft(deadline: number, now: number = Date.now()): number {
  return Math.max(0, Math.ceil((deadline - now) / 1000));
}
