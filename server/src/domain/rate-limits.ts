import { and, eq, gt, lte, sql } from 'drizzle-orm';
import { rateLimits } from '../db/schema/rate-limits.ts';
import type { DomainContext } from './context.ts';

/** A limit of hits per window, counted across all replicas. */
export type RateLimit = {
  readonly name: string;
  readonly limit: number;
  readonly windowMs: number;
};

export type RateLimitVerdict = {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Seconds until the window ends, at least 1; for `retry-after`. */
  readonly retryAfter: number;
};

/**
 * Counts a hit in one statement, so that all parallel hits are counted.
 * @param subject an IP address, a member's id, or the HMAC of an address; never an address itself
 */
export async function countHit(
  { db, clock }: DomainContext,
  { name, limit, windowMs }: RateLimit,
  subject: string,
): Promise<RateLimitVerdict> {
  const now = clock.now();
  const resetsAt = new Date(now.getTime() + windowMs);
  const over = sql`${rateLimits.resetsAt} <= ${now.toISOString()}::timestamptz`;

  const [row] = await db
    .insert(rateLimits)
    .values({ key: `${name}:${subject}`, hits: 1, resetsAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        hits: sql`case when ${over} then 1 else ${rateLimits.hits} + 1 end`,
        resetsAt: sql`case when ${over} then ${resetsAt.toISOString()}::timestamptz
          else ${rateLimits.resetsAt} end`,
      },
    })
    .returning({ hits: rateLimits.hits, resetsAt: rateLimits.resetsAt });
  if (!row) throw new Error('The upsert returned no row');

  return {
    allowed: row.hits <= limit,
    remaining: Math.max(0, limit - row.hits),
    retryAfter: Math.max(1, Math.ceil((row.resetsAt.getTime() - now.getTime()) / 1000)),
  };
}

/** Takes one hit back, because it turned out to be legitimate. */
export async function takeBackHit(
  { db }: DomainContext,
  { name }: RateLimit,
  subject: string,
): Promise<void> {
  await db
    .update(rateLimits)
    .set({ hits: sql`${rateLimits.hits} - 1` })
    .where(and(eq(rateLimits.key, `${name}:${subject}`), gt(rateLimits.hits, 0)));
}

/** Resets a subject's count, because its hits turned out to be legitimate. */
export async function forgetHits(
  { db }: DomainContext,
  { name }: RateLimit,
  subject: string,
): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, `${name}:${subject}`));
}

/** Removes windows that have ended. */
export async function purgeRateLimits({ db, clock }: DomainContext): Promise<void> {
  await db.delete(rateLimits).where(lte(rateLimits.resetsAt, clock.now()));
}
