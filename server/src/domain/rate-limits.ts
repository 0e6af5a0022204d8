import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm';
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
  /** How many hits the window has, with this one. */
  readonly hits: number;
  readonly remaining: number;
  /** Seconds until the window ends, at least 1; for `retry-after`. */
  readonly retryAfter: number;
};

/** A limit, and whose hits it counts: an IP address, a member's id, or the HMAC of an address. */
export type Hit = readonly [limit: RateLimit, subject: string];

/**
 * Counts a hit in one statement, so that all parallel hits are counted.
 * @param subject an IP address, a member's id, or the HMAC of an address; never an address itself
 */
export async function countHit(
  context: DomainContext,
  limit: RateLimit,
  subject: string,
): Promise<RateLimitVerdict> {
  const [verdict] = await countHits(context, [[limit, subject]]);
  if (!verdict) throw new Error('The upsert returned no row');
  return verdict;
}

/**
 * Counts several hits in one statement; the verdicts have the same order. Transactions that count
 * the same rows must name them in the same order, because each row is locked in turn.
 */
export async function countHits(
  { db, clock }: DomainContext,
  hits: readonly Hit[],
): Promise<RateLimitVerdict[]> {
  const now = clock.now();
  const over = sql`${rateLimits.resetsAt} <= ${now.toISOString()}::timestamptz`;
  const rows = await db
    .insert(rateLimits)
    .values(
      hits.map(([limit, subject]) => ({
        key: keyOf(limit, subject),
        hits: 1,
        resetsAt: new Date(now.getTime() + limit.windowMs),
      })),
    )
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        hits: sql`case when ${over} then 1 else ${rateLimits.hits} + 1 end`,
        resetsAt: sql`case when ${over} then excluded.resets_at else ${rateLimits.resetsAt} end`,
      },
    })
    .returning();
  const counted = new Map(rows.map((row) => [row.key, row]));
  return hits.map(([limit, subject]) => {
    const row = counted.get(keyOf(limit, subject));
    if (!row) throw new Error('The upsert returned no row');
    return {
      allowed: row.hits <= limit.limit,
      hits: row.hits,
      remaining: Math.max(0, limit.limit - row.hits),
      retryAfter: Math.max(1, Math.ceil((row.resetsAt.getTime() - now.getTime()) / 1000)),
    };
  });
}

/** How many hits the present window has; for an operator's view. */
export async function hitsNow(
  { db, clock }: DomainContext,
  limit: Pick<RateLimit, 'name'>,
  subject: string,
): Promise<number> {
  const [row] = await db
    .select({ hits: rateLimits.hits })
    .from(rateLimits)
    .where(and(eq(rateLimits.key, keyOf(limit, subject)), gt(rateLimits.resetsAt, clock.now())));
  return row?.hits ?? 0;
}

const keyOf = ({ name }: Pick<RateLimit, 'name'>, subject: string) => `${name}:${subject}`;

/** Takes one hit of each back in one statement, because they turned out to be legitimate. */
export async function takeBackHits({ db }: DomainContext, hits: readonly Hit[]): Promise<void> {
  const keys = hits.map(([limit, subject]) => keyOf(limit, subject));
  await db
    .update(rateLimits)
    .set({ hits: sql`${rateLimits.hits} - 1` })
    .where(and(inArray(rateLimits.key, keys), gt(rateLimits.hits, 0)));
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
