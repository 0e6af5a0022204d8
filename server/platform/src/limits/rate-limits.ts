import type { ErrorCode } from '@portal/shared-contract';
import { keyedHashes } from '@portal/shared-process/secrets';
import { and, gt, inArray, sql } from 'drizzle-orm';
import type { DomainContext } from '../database/database.ts';
import { rateLimits } from '../database/schema/platform.ts';
import { err, type Refusal } from '../outcome.ts';
import type { PlatformSettings } from '../settings.ts';

/** A limit of hits per window, counted across all replicas. */
export type RateLimit = {
  readonly name: string;
  readonly limit: number;
  readonly windowMs: number;
};

export type RateLimitVerdict = {
  readonly allowed: boolean;
  readonly hits: number;
  readonly remaining: number;
  /** Seconds until the window ends, at least 1; for `retry-after`. */
  readonly retryAfter: number;
};

/** An IP address, a member's id, or hashes of an address under each secret key ({@link keyedSubject}). */
export type Subject = string | readonly [string, ...string[]];
/** A hit, which adds one to its count; with 0 it is judged as a hit and adds nothing. */
export type Hit = readonly [limit: RateLimit, subject: Subject, adds?: 0 | 1];

/** The subject for an address or number, by every secret key, so that no change of keys begins a count again. */
export const keyedSubject = (
  { config }: { readonly config: Pick<PlatformSettings, 'secrets'> },
  what: string | readonly string[],
): Subject =>
  keyedHashes(config.secrets, 'rate-limit', typeof what === 'string' ? what : JSON.stringify(what));

/** Counts a hit in one statement, so that all parallel hits are counted. */
export async function countHit(
  context: DomainContext,
  limit: RateLimit,
  subject: Subject,
): Promise<RateLimitVerdict> {
  const [verdict] = await countHits(context, [[limit, subject]]);
  if (!verdict) throw new Error('The upsert returned no row');
  return verdict;
}

/** Counts a call of a member. @returns `too_many_attempts` beyond the limit */
export async function limitMember(context: DomainContext, rule: RateLimit, memberId: string) {
  const { allowed, retryAfter } = await countHit(context, rule, memberId);
  return allowed ? undefined : tooMany(context, retryAfter);
}

/** The refusal of what may be tried again after some seconds. */
export function tooMany(
  { clock }: Pick<DomainContext, 'clock'>,
  seconds: number,
  code: ErrorCode = 'too_many_attempts',
): Refusal {
  return err(code, { retryAt: new Date(clock.now().getTime() + seconds * 1000) });
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
      hits.flatMap(([limit, subject, adds = 1]) =>
        keysOf(limit, subject).map((key) => ({
          key,
          hits: adds,
          resetsAt: new Date(now.getTime() + limit.windowMs),
        })),
      ),
    )
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        hits: sql`case when ${over} then 0 else ${rateLimits.hits} end + excluded.hits`,
        resetsAt: sql`case when ${over} then excluded.resets_at else ${rateLimits.resetsAt} end`,
      },
    })
    .returning();
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return hits.map(([limit, subject, adds = 1]) => {
    const found = keysOf(limit, subject).map((key) => byKey.get(key));
    // The count under the key that has been counting for longest.
    const row = found.reduce((one, other) => ((other?.hits ?? 0) > (one?.hits ?? 0) ? other : one));
    if (!row) throw new Error('The upsert returned no row');
    const counted = row.hits + 1 - adds;
    return {
      allowed: counted <= limit.limit,
      hits: counted,
      remaining: Math.max(0, limit.limit - counted),
      retryAfter: Math.max(1, Math.ceil((row.resetsAt.getTime() - now.getTime()) / 1000)),
    };
  });
}

/** How many hits the present window has; for an operator's view. */
export async function hitsNow(
  { db, clock }: DomainContext,
  limit: Pick<RateLimit, 'name'>,
  subject: Subject,
): Promise<number> {
  const rows = await db
    .select({ hits: rateLimits.hits })
    .from(rateLimits)
    .where(
      and(inArray(rateLimits.key, keysOf(limit, subject)), gt(rateLimits.resetsAt, clock.now())),
    );
  return Math.max(0, ...rows.map(({ hits }) => hits));
}

/** In one order, however the replicas order their keys, so that no two wait for each other's rows. */
const keysOf = ({ name }: Pick<RateLimit, 'name'>, subject: Subject): string[] =>
  [subject]
    .flat()
    .map((one) => `${name}:${one}`)
    .sort();

/** Takes one hit of each back in one statement, because they turned out to be legitimate. */
export async function takeBackHits({ db }: DomainContext, hits: readonly Hit[]): Promise<void> {
  const keys = hits.flatMap(([limit, subject]) => keysOf(limit, subject));
  await db
    .update(rateLimits)
    .set({ hits: sql`${rateLimits.hits} - 1` })
    .where(and(inArray(rateLimits.key, keys), gt(rateLimits.hits, 0)));
}

/** Resets a subject's count, because its hits turned out to be legitimate. */
export async function forgetHits({ db }: DomainContext, limit: RateLimit, subject: Subject) {
  await db.delete(rateLimits).where(inArray(rateLimits.key, keysOf(limit, subject)));
}
