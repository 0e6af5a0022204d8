import type { RateLimit } from '../rate-limits.ts';

const HOUR_MS = 60 * 60 * 1000;

/**
 * The limit of codes for one person, besides the resend wait (product §11.22). For somebody who is
 * not signed in each type has its own, because a stranger's sign-ups must not stop a reset.
 */
export const SENDS: RateLimit = { name: 'code-sent', limit: 20, windowMs: HOUR_MS };
/**
 * The limit of codes for one network without signing in (product §11.22), high enough for the many
 * members who share a mobile carrier's address.
 */
export const SENDS_OF_NETWORK: RateLimit = {
  name: 'code-sent:network',
  limit: 1000,
  windowMs: HOUR_MS,
};
