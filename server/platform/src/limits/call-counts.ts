import { sql } from 'drizzle-orm';
import type { DomainContext } from '../database/database.ts';
import { callCounts } from '../database/schema/platform.ts';
import type { RateLimit, RateLimitVerdict } from './rate-limits.ts';

/** Calls of a window that a replica allows without asking, as a share of the limit. */
const FREE_SHARE = 0.04;
/** Calls that it takes from the shared total at a time. */
const BLOCK_SHARE = 0.03;
/** Callers whose counts a replica keeps; above it, it forgets those who came first. */
const CALLERS_MAX = 100_000;

type CallVerdict = Pick<RateLimitVerdict, 'allowed' | 'retryAfter'>;

export type CallCounts = {
  count(limit: RateLimit, subject: string): Promise<CallVerdict>;
};

/** One caller in one window, as this replica sees it. */
type Window = {
  endsAt: number;
  /** Allowed without asking. */
  alone: number;
  /** Of those, not in the shared total yet. */
  unshared: number;
  /** Taken from the shared total and not used yet. */
  left: number;
  /** The shared total has reached the limit. */
  isFull: boolean;
  waiting: number;
  taking: Promise<void> | undefined;
};

/**
 * Counts in memory, so that a call costs the database nothing until its caller is busy. A replica allows the first
 * calls of a window by itself and then takes blocks of calls from a shared total; only a call that finds its block
 * used up waits for it. With three replicas a caller gets at least 94 % and at most 108 % of the limit
 * (docs/decisions/0058-load.md); with one, exactly the limit.
 */
export function createCallCounts(context: DomainContext): CallCounts {
  const windows = new Map<string, Window>();
  const now = () => context.clock.now().getTime();

  function windowOf(key: string, { windowMs }: RateLimit): Window {
    const at = now();
    const known = windows.get(key);
    if (known && known.endsAt > at) return known;
    windows.delete(key);
    for (const [oldest, { endsAt }] of windows) {
      if (endsAt > at && windows.size < CALLERS_MAX) break;
      windows.delete(oldest);
    }
    const fresh: Window = {
      endsAt: at + windowMs,
      alone: 0,
      unshared: 0,
      left: 0,
      isFull: false,
      waiting: 0,
      taking: undefined,
    };
    windows.set(key, fresh);
    return fresh;
  }

  async function take(key: string, { limit }: RateLimit, window: Window): Promise<void> {
    const wanted = Math.max(1, Math.floor(limit * BLOCK_SHARE), window.waiting);
    const { unshared } = window;
    const { hits, resetsAt } = await addHits(context, key, unshared + wanted, window.endsAt);
    window.unshared -= unshared;
    window.endsAt = resetsAt.getTime();
    window.left = Math.max(0, wanted - Math.max(0, hits - limit));
    window.isFull = window.left < wanted;
  }

  return {
    async count(rule, subject) {
      const key = `${rule.name}:${subject}`;
      const window = windowOf(key, rule);
      for (;;) {
        if (window.left > 0) {
          window.left -= 1;
          break;
        }
        if (window.isFull) {
          const seconds = Math.ceil((window.endsAt - now()) / 1000);
          return { allowed: false, retryAfter: Math.max(1, seconds) };
        }
        if (window.alone < Math.floor(rule.limit * FREE_SHARE)) {
          window.alone += 1;
          window.unshared += 1;
          break;
        }
        window.waiting += 1;
        window.taking ??= take(key, rule, window).finally(() => {
          window.taking = undefined;
        });
        await window.taking.finally(() => {
          window.waiting -= 1;
        });
      }
      return { allowed: true, retryAfter: 1 };
    },
  };
}

/** Adds to the shared total in one statement; begins a new window where the last has ended. */
async function addHits({ db, clock }: DomainContext, key: string, hits: number, endsAt: number) {
  const over = sql`${callCounts.resetsAt} <= ${clock.now().toISOString()}::timestamptz`;
  const [row] = await db
    .insert(callCounts)
    .values({ key, hits, resetsAt: new Date(endsAt) })
    .onConflictDoUpdate({
      target: callCounts.key,
      set: {
        hits: sql`case when ${over} then excluded.hits else ${callCounts.hits} + excluded.hits end`,
        resetsAt: sql`case when ${over} then excluded.resets_at else ${callCounts.resetsAt} end`,
      },
    })
    .returning();
  if (!row) throw new Error('The upsert returned no row');
  return row;
}
