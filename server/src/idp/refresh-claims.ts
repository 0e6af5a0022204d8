import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { DomainContext } from '../context.ts';
import { oidcPayloads, oidcRefreshClaims } from '../db/schema/oidc.ts';

/** The answer to an exchanged refresh token is repeated for this long (decisions.md «Sign-in»). */
export const REPLAY_MS = 10_000;
/** Whoever claimed a token and has no answer by then is taken for dead. */
export const STALE_CLAIM_MS = 5_000;

const KIND = 'RefreshToken';

/** What stands in the database about one exchange. */
export type ClaimState =
  | { readonly is: 'mine'; readonly runner: string }
  | { readonly is: 'running' }
  | { readonly is: 'answered'; readonly sealedAnswer: string }
  | { readonly is: 'spent' }
  | { readonly is: 'unknown-token' };

/**
 * Claims the exchange of a refresh token for this call, or tells how it stands. Each step is one
 * statement, so that it holds between replicas without a transaction.
 * @param parentHash hash of the refresh token
 */
export async function claim(
  { db, clock }: DomainContext,
  parentHash: string,
  clientId: string,
): Promise<ClaimState> {
  const [parent] = await db
    .select({
      clientId: sql<string | null>`${oidcPayloads.payload}->>'clientId'`,
      expiresAt: oidcPayloads.expiresAt,
    })
    .from(oidcPayloads)
    .where(and(isParent(parentHash), gt(oidcPayloads.expiresAt, clock.now())));
  if (!parent || parent.clientId !== clientId) return { is: 'unknown-token' };

  const runner = randomUUID();
  const now = clock.now();
  const claimed = await db
    .insert(oidcRefreshClaims)
    .values({ parentHash, clientId, runner, claimedAt: now, expiresAt: parent.expiresAt })
    .onConflictDoNothing()
    .returning({ runner: oidcRefreshClaims.runner });
  if (claimed.length > 0) return { is: 'mine', runner };

  const [present] = await db
    .select()
    .from(oidcRefreshClaims)
    .where(eq(oidcRefreshClaims.parentHash, parentHash));
  if (!present) return { is: 'running' };
  if (present.answeredAt) {
    const replayed = now.getTime() - present.answeredAt.getTime() < REPLAY_MS;
    return replayed && present.sealedAnswer
      ? { is: 'answered', sealedAnswer: present.sealedAnswer }
      : { is: 'spent' };
  }
  if (now.getTime() - present.claimedAt.getTime() < STALE_CLAIM_MS) return { is: 'running' };
  return takeOver({ db, clock }, parentHash, present.runner);
}

/** A process ended between claiming and answering: nobody has its tokens, so they do not count. */
async function takeOver(
  { db, clock }: DomainContext,
  parentHash: string,
  dead: string,
): Promise<ClaimState> {
  const runner = randomUUID();
  const taken = await db
    .update(oidcRefreshClaims)
    .set({ runner, claimedAt: clock.now() })
    .where(and(isRun(parentHash, dead), isNull(oidcRefreshClaims.answeredAt)))
    .returning({ runner: oidcRefreshClaims.runner });
  if (taken.length === 0) return { is: 'running' };
  await unconsume(db, parentHash);
  return { is: 'mine', runner };
}

/** Keeps the answer for those who wait; false when another call has taken over meanwhile. */
export async function answerClaim(
  { db, clock }: DomainContext,
  parentHash: string,
  runner: string,
  sealedAnswer: string,
): Promise<boolean> {
  const kept = await db
    .update(oidcRefreshClaims)
    .set({ sealedAnswer, answeredAt: clock.now() })
    .where(and(isRun(parentHash, runner), isNull(oidcRefreshClaims.answeredAt)))
    .returning({ runner: oidcRefreshClaims.runner });
  return kept.length > 0;
}

/**
 * Gives the claim back after a failure; false when another call has taken over meanwhile.
 * @param options.unused the token counts as not exchanged, so that it can be tried again
 */
export async function releaseClaim(
  { db }: DomainContext,
  parentHash: string,
  runner: string,
  options: { unused: boolean },
): Promise<boolean> {
  const mine = isRun(parentHash, runner);
  if (options.unused) {
    const [still] = await db.select().from(oidcRefreshClaims).where(mine);
    if (still) await unconsume(db, parentHash);
  }
  const released = await db
    .delete(oidcRefreshClaims)
    .where(mine)
    .returning({ runner: oidcRefreshClaims.runner });
  return released.length > 0;
}

async function unconsume(db: DomainContext['db'], parentHash: string): Promise<void> {
  await db.update(oidcPayloads).set({ consumedAt: null }).where(isParent(parentHash));
}

const isParent = (parentHash: string) =>
  and(eq(oidcPayloads.kind, KIND), eq(oidcPayloads.idHash, parentHash));

const isRun = (parentHash: string, runner: string) =>
  and(eq(oidcRefreshClaims.parentHash, parentHash), eq(oidcRefreshClaims.runner, runner));
