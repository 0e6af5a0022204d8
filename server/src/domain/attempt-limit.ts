import { createHash } from 'node:crypto';
import type { DomainContext } from './context.ts';
import { countHit, forgetHits, type RateLimit, takeBackHit } from './rate-limits.ts';

/** How many wrong passwords and codes of an account are evaluated in a day (product §10.22). */
export const ATTEMPTS_PER_DAY = 20;
const ATTEMPTS: RateLimit = {
  name: 'guess',
  limit: ATTEMPTS_PER_DAY,
  windowMs: 24 * 60 * 60 * 1000,
};

export type Attempt = {
  /** False when the password or code must be refused without being checked. */
  readonly allowed: boolean;
  /** True for the last attempt of the day. */
  readonly last: boolean;
};

/**
 * The key under which attempts are counted: passwords and codes of one account count together, and
 * those of an address without an account in the same way.
 */
export function attemptKey(memberId: string | undefined, emailNormalized: string): string {
  return memberId ?? emailNormalized;
}

/**
 * Counts an attempt before it is checked, so that parallel attempts cannot exceed the limit. The
 * caller refunds a right one by {@link refundAttempt}.
 * @param account the member's id, or the result of {@link attemptKey}
 */
export async function countAttempt(context: DomainContext, account: string): Promise<Attempt> {
  const { allowed, remaining } = await countHit(context, ATTEMPTS, hashOf(account));
  return { allowed, last: allowed && remaining === 0 };
}

/** Takes one attempt back because it was right. The wrong ones before it stay counted. */
export function refundAttempt(context: DomainContext, account: string): Promise<void> {
  return takeBackHit(context, ATTEMPTS, hashOf(account));
}

/** Resets the count for somebody who has proven that they read the account's e-mail. */
export function resetAttempts(context: DomainContext, account: string): Promise<void> {
  return forgetHits(context, ATTEMPTS, hashOf(account));
}

/**
 * Counters must not contain e-mail addresses. Ids are hashed as well, so that both take the same
 * time.
 */
const hashOf = (account: string): string => createHash('sha256').update(account).digest('hex');
