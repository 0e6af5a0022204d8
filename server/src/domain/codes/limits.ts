import type { RateLimit } from '../rate-limits.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Beside the wait between two sends: what one person ever needs, and no bill for text messages. */
export const SENDS: RateLimit = { name: 'code-sent', limit: 20, windowMs: HOUR_MS };
/** Beside the five tries per code: wrong ones per account and day. */
export const WRONG_CODES: RateLimit = { name: 'code-wrong', limit: 20, windowMs: 24 * HOUR_MS };
