import type { AccountContext } from '@portal/server-members/account-context';
import { credentials } from '@portal/server-members/schema/credentials';
import { members } from '@portal/server-members/schema/members';
import { eq } from 'drizzle-orm';
import { forgetConfirmedBrowsers } from '../browsers/confirmed-browsers.ts';
import { removeStepUps } from '../codes/step-up.ts';
import { removeRecordedStepUps } from '../step-up/recorded-step-ups.ts';

/**
 * Ends what somebody else may hold: every session with its tokens, the step-ups, the password, which
 * they may know, and the known devices, of which one may be theirs.
 */
export async function shutOut(tx: AccountContext, memberId: string): Promise<void> {
  await tx.db.delete(credentials).where(eq(credentials.memberId, memberId));
  const devicesKnownSince = tx.clock.now();
  await tx.db.update(members).set({ devicesKnownSince }).where(eq(members.id, memberId));
  await removeStepUps(tx, memberId);
  await forgetConfirmedBrowsers(tx, memberId);
  await removeRecordedStepUps(tx, memberId);
  await tx.sessions.endAll(tx, memberId);
}
