import type { RateLimit } from '../rate-limits.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Beside the wait between two sends: what one person ever needs, and no bill for text messages. */
export const SENDS: RateLimit = { name: 'code-sent', limit: 20, windowMs: HOUR_MS };
/** Codes that one network asks for without signing in: a mobile carrier's worth of members, no more. */
export const SENDS_OF_NETWORK: RateLimit = {
  name: 'code-sent:network',
  limit: 1000,
  windowMs: HOUR_MS,
};
