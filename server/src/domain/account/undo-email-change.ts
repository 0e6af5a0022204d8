import { and, eq, gte, ne } from 'drizzle-orm';
import { credentials } from '../../db/schema/credentials.ts';
import { emailChanges, emailChangeUndos } from '../../db/schema/email-changes.ts';
import { connections, members } from '../../db/schema/members.ts';
import { passkeys, recoveryCodes, totpSecrets } from '../../db/schema/second-factors.ts';
import type { AccountContext } from '../account-context.ts';
import type { RequestDevice } from '../devices.ts';
import { recordEvent } from '../events.ts';
import { normalizeEmail } from '../members.ts';
import { sendSecurityNotice } from '../messages.ts';
import { withTransaction } from '../with-transaction.ts';
import { isTaken, setEmail, undoTokens } from './email-change.ts';
import { err, type Outcome, ok } from './outcome.ts';
import { lockMember, reloadMember } from './with-locked-member.ts';

export type Undone = {
  readonly status: 'undone' | 'already_undone';
  readonly passwordSet: boolean;
};

/**
 * Undoes a change of the e-mail address. An intruder who changed the address may also have added
 * sign-in methods: those added since the change are removed, and so is a password that was set
 * since (product §12.26).
 */
export async function undoEmailChange(
  context: AccountContext,
  token: string,
  device?: RequestDevice,
): Promise<Outcome<Undone>> {
  return withTransaction(context, async (tx): Promise<Outcome<Undone>> => {
    const taken = await undoTokens.take(tx, token);
    if (taken.kind === 'unknown') return err('token.not_found');
    const { row: undo } = taken;
    const member = await lockMember(tx, undo.memberId);
    const emailNormalized = normalizeEmail(undo.oldEmail);
    const isOver = undo.expiresAt <= tx.clock.now();
    if (isOver || !member || !emailNormalized) return err('token.not_found');
    if (taken.kind === 'used_before') {
      return ok({ status: 'already_undone', passwordSet: member.passwordSet });
    }
    if (await isTaken(tx, member.id, emailNormalized)) {
      return err('user.change_mail.email_exists');
    }

    await setEmail(tx, member.id, {
      email: undo.oldEmail,
      emailNormalized,
      emailVerified: undo.oldEmailVerified,
    });
    await tx.db.delete(emailChanges).where(eq(emailChanges.memberId, member.id));
    // A link of a later change would restore an address that this call has just undone.
    await tx.db
      .delete(emailChangeUndos)
      .where(
        and(
          eq(emailChangeUndos.memberId, member.id),
          gte(emailChangeUndos.changedAt, undo.changedAt),
          ne(emailChangeUndos.secretHash, undo.secretHash),
        ),
      );
    await removeWaysAddedSince(tx, member.id, undo.changedAt);
    await tx.sessions.endAll(tx, member.id);
    await recordEvent(tx, member.id, 'email_change_undone', device);
    const restored = await reloadMember(tx, member.id);
    await sendSecurityNotice(tx, restored, 'email_change_undone');
    return ok({ status: 'undone', passwordSet: restored.passwordSet });
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
  // The phone number may be the intruder's; the restored e-mail address is the member's.
  await db
    .update(members)
    .set({ mfaChannel: 'email', phoneConfirmedAt: null })
    .where(eq(members.id, memberId));
}
