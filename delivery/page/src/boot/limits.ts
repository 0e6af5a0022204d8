/** The limits of what a view waits for are shares of its own: while they last, nothing shows words and Retry. */

/** Of a file: a little less, so that the Retry of a view asks anew and does not join the old wait. */
const FILE_SHARE = 0.9;
/** At least this much of the limit is left for the files of a page whose HTML came late. */
const LEAST_SHARE = 0.25;
/** After the view's limit: the time in which the shell draws its own error screen. */
const DRAWING_SHARE = 0.125;

export const fileLimit = (viewLimitMs: number): number => viewLimitMs * FILE_SHARE;

/** When the first view ends. Both times are in ms since the navigation began. */
export const firstViewDeadline = (viewLimitMs: number, now: number): number =>
  Math.max(viewLimitMs, now + viewLimitMs * LEAST_SHARE);

/** When the page itself says that nothing came, in ms since the navigation began. */
export const wordsDeadline = (firstViewEnds: number, viewLimitMs: number): number =>
  firstViewEnds + viewLimitMs * DRAWING_SHARE;
