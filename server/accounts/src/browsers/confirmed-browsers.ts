import { oidcSessions } from '@portal/server-members/schema/sessions';
import type { DomainContext } from '@portal/server-platform/database/context';
import { secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { and, eq } from 'drizzle-orm';
import { confirmedBrowsers } from '../schema/confirmed-browsers.ts';

/** A browser of a member, as it is stored. */
export type BrowserOfMember = { readonly memberId: string; readonly browserHash: string };

/** @param knownDevice the id in the browser's cookie */
export const browserOf = (memberId: string, knownDevice: string): BrowserOfMember => ({
  memberId,
  browserHash: secretHash(knownDevice),
});

/** Whether the member has shown more than the password in this browser before. */
export async function isConfirmed(
  { db }: DomainContext,
  { memberId, browserHash }: BrowserOfMember,
): Promise<boolean> {
  const [found] = await db
    .select({ at: confirmedBrowsers.confirmedAt })
    .from(confirmedBrowsers)
    .where(
      and(eq(confirmedBrowsers.memberId, memberId), eq(confirmedBrowsers.browserHash, browserHash)),
    );
  return found !== undefined;
}

/** Records that the member has shown more than the password in this browser. */
export async function confirmBrowser(
  { db, clock }: DomainContext,
  browser: BrowserOfMember,
): Promise<void> {
  const values = { ...browser, confirmedAt: clock.now() };
  await db.insert(confirmedBrowsers).values(values).onConflictDoNothing();
}

/** Confirms the browser of a session, in which the member has just shown who they are. */
export async function confirmBrowserOf(context: DomainContext, sessionUid: string): Promise<void> {
  const [session] = await context.db
    .update(oidcSessions)
    .set({ unconfirmed: false })
    .where(and(eq(oidcSessions.uid, sessionUid), eq(oidcSessions.unconfirmed, true)))
    .returning({ memberId: oidcSessions.memberId, browserHash: oidcSessions.browserHash });
  const { memberId, browserHash } = session ?? {};
  if (memberId && browserHash) await confirmBrowser(context, { memberId, browserHash });
}

/** Somebody else may have confirmed one of them. */
export async function forgetConfirmedBrowsers(
  { db }: DomainContext,
  memberId: string,
): Promise<void> {
  await db.delete(confirmedBrowsers).where(eq(confirmedBrowsers.memberId, memberId));
}
