import { endAllTrust, endTrustOfSession } from '@portal/server-accounts/browsers/trusted-browsers';
import { removeStepUpsOf } from '@portal/server-accounts/step-up/recorded-step-ups';
import type { DeviceSession, SignInSessions } from '@portal/server-members/account-context';
import { oidcSessions } from '@portal/server-members/schema/sessions';
import {
  removeAllPush,
  removePushOfBrowser,
} from '@portal/server-notifications/push/push-subscriptions';
import { voidTurnstileCodes } from '@portal/server-passports/turnstile/codes';
import type { DomainContext } from '@portal/server-platform/database/database';
import { and, desc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import { oidcPayloads } from '../schema/oidc.ts';
import { endProgressOf } from './progress-store.ts';
import { issueSignUpToken } from './sign-up-tokens.ts';

/** See {@link SignInSessions}.list. */
export async function listSessions(
  { db, clock }: DomainContext,
  memberId: string,
): Promise<DeviceSession[]> {
  return db
    .select({
      id: oidcSessions.uid,
      userAgent: oidcSessions.userAgent,
      country: oidcSessions.country,
      signedInAt: oidcSessions.createdAt,
      browserSince:
        sql<Date>`coalesce(${oidcSessions.browserSince}, ${oidcSessions.createdAt})`.mapWith(
          oidcSessions.createdAt,
        ),
      lastSeenAt: oidcSessions.lastSeenAt,
    })
    .from(oidcSessions)
    .where(
      and(
        eq(oidcSessions.memberId, memberId),
        isNull(oidcSessions.endedAt),
        gt(oidcSessions.expiresAt, clock.now()),
      ),
    )
    .orderBy(desc(oidcSessions.lastSeenAt), desc(oidcSessions.createdAt));
}

/** See {@link SignInSessions}.end. */
export async function endSession(
  context: DomainContext,
  memberId: string,
  id: string,
): Promise<'ended' | 'unknown'> {
  const { db, clock } = context;
  const ended = await db
    .update(oidcSessions)
    .set({ endedAt: clock.now(), idHash: null })
    .where(
      and(
        eq(oidcSessions.uid, id),
        eq(oidcSessions.memberId, memberId),
        isNull(oidcSessions.endedAt),
      ),
    )
    .returning({ uid: oidcSessions.uid });
  if (ended.length === 0) return 'unknown';
  await db.delete(oidcPayloads).where(eq(oidcPayloads.sessionUid, id));
  await removeStepUpsOf(context, [id]);
  await endTrustOfSession(context, memberId, id);
  await removePushOfBrowser(context, { memberId, sessionUid: id });
  return 'ended';
}

/** Signs out every session that a trust has signed in to, or that it was given in. */
export async function endSessionsOfTrust(
  context: DomainContext,
  memberId: string,
  trustId: string,
): Promise<void> {
  const came = await context.db
    .select({ uid: oidcSessions.uid })
    .from(oidcSessions)
    .where(
      and(
        eq(oidcSessions.memberId, memberId),
        eq(oidcSessions.trustId, trustId),
        isNull(oidcSessions.endedAt),
      ),
    );
  for (const { uid } of came) await endSession(context, memberId, uid);
}

/** See {@link SignInSessions}.endAll. */
export async function endAllSessions(
  context: DomainContext,
  memberId: string,
  options: { readonly exceptSession?: string } = {},
): Promise<void> {
  const { db, clock } = context;
  await endAllTrust(context, memberId, options);
  await removeAllPush(context, memberId, options);
  await endProgressOf(context, memberId);
  const ended = await db
    .update(oidcSessions)
    .set({ endedAt: clock.now(), idHash: null })
    .where(
      and(
        eq(oidcSessions.memberId, memberId),
        isNull(oidcSessions.endedAt),
        options.exceptSession ? ne(oidcSessions.uid, options.exceptSession) : undefined,
      ),
    )
    .returning({ uid: oidcSessions.uid });
  if (ended.length === 0) return;
  const uids = ended.map((session) => session.uid);
  await db.delete(oidcPayloads).where(inArray(oidcPayloads.sessionUid, uids));
  await voidTurnstileCodes(context, memberId);
  await removeStepUpsOf(context, uids);
}

/** The sessions as the domain sees them. */
export const signInSessions: SignInSessions = {
  list: listSessions,
  end: endSession,
  endAll: endAllSessions,
  issueSignUpToken,
};
