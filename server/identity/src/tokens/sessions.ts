import { endAllTrust } from '@portal/server-accounts/browsers/trusted-browsers';
import { trustedBrowsers } from '@portal/server-accounts/schema/browsers';
import { stepUps } from '@portal/server-accounts/schema/codes';
import type { DeviceSession, SignInSessions } from '@portal/server-members/account-context';
import { oidcSessions } from '@portal/server-members/schema/sessions';
import {
  removeAllPush,
  removePushOfBrowser,
} from '@portal/server-notifications/push/push-subscriptions';
import { voidTurnstileCodes } from '@portal/server-passports/turnstile/codes';
import type { DomainContext } from '@portal/server-platform/database/database';
import { deleteRows, equals, updateRows } from '@portal/server-platform/database/rows';
import { and, desc, eq, gt, inArray, ne, type SQL } from 'drizzle-orm';
import { oidcPayloads, signInProgress } from '../schema/oidc.ts';
import { issueSignUpToken } from './sign-up-tokens.ts';

const notEnded = (memberId: string) => equals(oidcSessions, { memberId, endedAt: null });

export async function listSessions(
  { db, clock }: DomainContext,
  memberId: string,
): Promise<DeviceSession[]> {
  const sessions = await db
    .select()
    .from(oidcSessions)
    .where(and(notEnded(memberId), gt(oidcSessions.expiresAt, clock.now())))
    .orderBy(desc(oidcSessions.lastSeenAt), desc(oidcSessions.createdAt));
  return sessions.map(({ uid, createdAt, browserSince, ...row }) => ({
    ...row,
    id: uid,
    signedInAt: createdAt,
    browserSince: browserSince ?? createdAt,
  }));
}

export async function endSession(
  context: DomainContext,
  memberId: string,
  sessionUid: string,
): Promise<'ended' | 'unknown'> {
  const ended = await endThose(context, memberId, eq(oidcSessions.uid, sessionUid));
  if (ended.length === 0) return 'unknown';
  await deleteRows(context, trustedBrowsers, { memberId, sessionUid });
  await removePushOfBrowser(context, { memberId, sessionUid });
  return 'ended';
}

/** Ends sessions of a member with their tokens and step-ups. @returns their ids */
async function endThose(context: DomainContext, memberId: string, which: SQL | undefined) {
  const ended = { endedAt: context.clock.now(), idHash: null };
  const sessions = await updateRows(context, oidcSessions, and(notEnded(memberId), which), ended);
  const uids = sessions.map(({ uid }) => uid);
  if (uids.length === 0) return uids;
  await context.db.delete(oidcPayloads).where(inArray(oidcPayloads.sessionUid, uids));
  await context.db.delete(stepUps).where(inArray(stepUps.sessionUid, uids));
  return uids;
}

/** Signs out every session that a trust has signed in to, or that it was given in. */
export async function endSessionsOfTrust(
  context: DomainContext,
  memberId: string,
  trustId: string,
): Promise<void> {
  const isOfTrust = and(notEnded(memberId), eq(oidcSessions.trustId, trustId));
  const came = await context.db.select().from(oidcSessions).where(isOfTrust);
  for (const { uid } of came) await endSession(context, memberId, uid);
}

export async function endAllSessions(
  context: DomainContext,
  memberId: string,
  options: { readonly exceptSession?: string } = {},
): Promise<void> {
  await endAllTrust(context, memberId, options);
  await removeAllPush(context, memberId, options);
  await deleteRows(context, signInProgress, { memberId });
  const { exceptSession } = options;
  const others = exceptSession ? ne(oidcSessions.uid, exceptSession) : undefined;
  const ended = await endThose(context, memberId, others);
  if (ended.length > 0) await voidTurnstileCodes(context, memberId);
}

export const signInSessions: SignInSessions = {
  list: listSessions,
  end: endSession,
  endAll: endAllSessions,
  issueSignUpToken,
};
