import { and, eq, gt, gte, ne } from 'drizzle-orm';
import { inTransaction } from '../../db/database.ts';
import { credentials } from '../../db/schema/credentials.ts';
import { emailChanges, emailChangeUndos } from '../../db/schema/email-changes.ts';
import { connections, members } from '../../db/schema/members.ts';
import { passkeys, recoveryCodes, totpSecrets } from '../../db/schema/second-factors.ts';
import { mailNotice } from '../../mail/send.ts';
import type { AccountContext } from '../account-context.ts';
import type { RequestDevice } from '../devices.ts';
import { recordEvent } from '../events.ts';
import { normalizeEmail } from '../members.ts';
import { endSessionsOf } from '../sessions.ts';
import { lockMember, reread } from './actor.ts';
import { isTaken, setEmail, undoTokenHash } from './email-change.ts';
import { done, type Outcome, refused } from './outcome.ts';

export type Undone = {
  readonly status: 'undone' | 'already_undone';
  readonly passwordSet: boolean;
};

/**
 * Takes an e-mail change back. Whoever changed the address may also have added ways in: what was
 * added since is removed, and a password that was changed since is no password any more.
 */
export async function undoEmailChange(
  context: AccountContext,
  token: string,
  device?: RequestDevice,
): Promise<Outcome<Undone>> {
  return inTransaction(context.db, async (db): Promise<Outcome<Undone>> => {
    const tx = { ...context, db };
    const now = tx.clock.now();
    const [undo] = await db
      .select()
      .from(emailChangeUndos)
      .where(
        and(
          eq(emailChangeUndos.tokenHash, undoTokenHash(token)),
          gt(emailChangeUndos.expiresAt, now),
        ),
      )
      .for('update');
    const member = undo && (await lockMember(tx, undo.memberId));
    const emailNormalized = undo && normalizeEmail(undo.oldEmail);
    if (!undo || !member || !emailNormalized) return refused('token.not_found');
    if (undo.usedAt) return done({ status: 'already_undone', passwordSet: member.passwordSet });
    if (await isTaken(tx, member.id, emailNormalized)) {
      return refused('user.change_mail.email_exists');
    }

    await setEmail(tx, member.id, {
      email: undo.oldEmail,
      emailNormalized,
      emailVerified: undo.oldEmailVerified,
    });
    await db.delete(emailChanges).where(eq(emailChanges.memberId, member.id));
    await db
      .update(emailChangeUndos)
      .set({ usedAt: now })
      .where(eq(emailChangeUndos.tokenHash, undo.tokenHash));
    // Links of changes that came after this one would bring back what has just been undone.
    await db
      .delete(emailChangeUndos)
      .where(
        and(
          eq(emailChangeUndos.memberId, member.id),
          gte(emailChangeUndos.changedAt, undo.changedAt),
          ne(emailChangeUndos.tokenHash, undo.tokenHash),
        ),
      );
    await removeWaysAddedSince(tx, member.id, undo.changedAt);
    await endSessionsOf(tx, member.id);
    await recordEvent(tx, member.id, 'email_change_undone', device);
    const restored = await reread(tx, member.id);
    await mailNotice(tx, restored, 'email_change_undone');
    return done({ status: 'undone', passwordSet: restored.passwordSet });
  });
}

async function removeWaysAddedSince({ db }: AccountContext, memberId: string, since: Date) {
  await db
    .delete(credentials)
    .where(and(eq(credentials.memberId, memberId), gte(credentials.changedAt, since)));
  await db
    .delete(passkeys)
    .where(and(eq(passkeys.memberId, memberId), gte(passkeys.createdAt, since)));
  await db
    .delete(connections)
    .where(and(eq(connections.memberId, memberId), gte(connections.createdAt, since)));
  await db
    .delete(totpSecrets)
    .where(and(eq(totpSecrets.memberId, memberId), gte(totpSecrets.createdAt, since)));
  await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.memberId, memberId), gte(recoveryCodes.createdAt, since)));
  // The number may be another's by now; the restored address is theirs.
  await db.update(members).set({ mfaChannel: 'email' }).where(eq(members.id, memberId));
}
