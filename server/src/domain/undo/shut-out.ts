import { eq } from 'drizzle-orm';
import { credentials } from '../../db/schema/credentials.ts';
import { members } from '../../db/schema/members.ts';
import { removeProofs } from '../account/recent-proof.ts';
import type { AccountContext } from '../account-context.ts';
import { removeStepUps } from '../codes/step-up.ts';
import { forgetConfirmedBrowsers } from '../confirmed-browsers.ts';

/**
 * Ends what somebody else may hold: every session with its tokens, the proofs, the password, which
 * they may know, and the known devices, of which one may be theirs.
 */
export async function shutOut(tx: AccountContext, memberId: string): Promise<void> {
  await tx.db.delete(credentials).where(eq(credentials.memberId, memberId));
  const devicesKnownSince = tx.clock.now();
  await tx.db.update(members).set({ devicesKnownSince }).where(eq(members.id, memberId));
  await removeStepUps(tx, memberId);
  await forgetConfirmedBrowsers(tx, memberId);
  await removeProofs(tx, memberId);
  await tx.sessions.endAll(tx, memberId);
}
