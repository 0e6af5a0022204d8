import type { AccountContext } from '@portal/server-members/account-context';
import type { RequestDevice } from '@portal/server-members/devices';
import { recordEvent } from '@portal/server-members/events';
import {
  lockMember,
  type MemberRecord,
  normalizeEmail,
  reloadMember,
} from '@portal/server-members/members';
import type { CameBack } from '@portal/server-members/messages';
import { takeBackSince } from '@portal/server-passports/giving/take-back';
import { type DomainContext, withTransaction } from '@portal/server-platform/database/database';
import { deleteRows, equals, findRow } from '@portal/server-platform/database/rows';
import { secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import { maskEmail } from '@portal/shared-contract';
import { and, gte } from 'drizzle-orm';
import { undoSecrets } from '../changes/announce-change.ts';
import { shutOut } from '../changes/not-me.ts';
import {
  changesSince,
  type Past,
  removeWaysInSince,
  restoreDelivery,
  restoreSecondSteps,
} from '../changes/sign-in-settings.ts';
import { issueResetLink } from '../mail-links/reset-links.ts';
import { changeUndos, emailChanges, phoneChanges } from '../schema/changes.ts';
import { openAgain } from './close-account.ts';
import { isTaken, setEmail } from './email-change.ts';

type Undone = {
  readonly status: 'undone' | 'already_undone';
  readonly maskedEmail: string;
  readonly passports: number;
};

/**
 * Takes back every change of the sign-in settings that the link reaches, whoever made it: an intruder may have
 * planted a passkey before the change that the member noticed. The password ends too, and a link for a new one is
 * mailed to the restored address. An account that was closed since is open again.
 */
export function undoChanges(
  context: AccountContext,
  token: string,
  device?: RequestDevice,
): Promise<Outcome<Undone>> {
  return withTransaction(context, async (tx): Promise<Outcome<Undone>> => {
    // The member is locked before the link is spent, so that two links used at once do not wait for each other.
    const known = await findRow(tx, changeUndos, { secretHash: secretHash(token) });
    const member = known && (await lockMember(tx, known.memberId, { evenClosed: true }));
    const taken = await undoSecrets.take(tx, token);
    if (!member || taken.kind === 'unknown') return err('token.not_found');
    const { row: undo } = taken;
    if (undo.expiresAt <= tx.clock.now()) return err('token.not_found');
    if (taken.kind === 'used_before') {
      return ok({ status: 'already_undone', maskedEmail: maskEmail(member.email), passports: 0 });
    }
    const [oldest, ...later] = (await changesSince(tx, member.id, undo.undoesSince)).map(
      ({ before, fromOwnBrowser }): Past => ({ ...before, fromOwnBrowser }),
    );
    if (!oldest) throw new Error('A link reaches back to a change that is gone');
    const { email } = oldest;
    const emailNormalized = normalizeEmail(email);
    if (!emailNormalized) throw new Error('The address before a change is not valid');
    if (await isTaken(tx, member.id, emailNormalized)) {
      return err('user.change_mail.email_exists');
    }

    // The link went to this address, so whoever uses it can read its mail.
    await setEmail(tx, member.id, { email, emailNormalized, emailVerified: true });
    await deleteRows(tx, emailChanges, { memberId: member.id });
    await deleteRows(tx, phoneChanges, { memberId: member.id });
    await removeWaysInSince(tx, member.id, undo.undoesSince);
    await restoreSecondSteps(tx, member.id, [oldest, ...later]);
    await restoreDelivery(tx, member.id, undo.undoesSince);
    await shutOut(tx, member.id);
    await endLinks(tx, undo);
    const back = await takeBackSince(tx, member.id, undo.undoesSince, undo.transferId);
    await recordEvent(tx, member.id, 'changes_undone', device);
    if (member.closedAt) await openAgain(tx, member.id, device);
    await tellBoth(tx, member, { device, back });
    return ok({ status: 'undone', maskedEmail: maskEmail(email), passports: back.passports });
  });
}

/** Removes the other links that reach no further back, so that the oldest one wins. */
async function endLinks({ db }: DomainContext, undo: typeof changeUndos.$inferSelect) {
  const unused = equals(changeUndos, { memberId: undo.memberId, usedAt: null });
  await db.delete(changeUndos).where(and(unused, gte(changeUndos.undoesSince, undo.undoesSince)));
}

/**
 * Mails the restored address the link for a new password, and tells the address that it replaces. Where
 * another identity provider has the passwords, there is none to set here.
 */
async function tellBoth(
  tx: AccountContext,
  replaced: MemberRecord,
  { device, back }: { readonly device: RequestDevice | undefined; readonly back: CameBack },
): Promise<void> {
  const restored = await reloadMember(tx, replaced.id);
  const message = {
    kind: 'security_notice',
    notice: replaced.closedAt ? 'closing_undone' : 'changes_undone',
    at: tx.clock.now(),
    device,
    back,
  } as const;
  const contact = { kind: 'contact' } as const;
  const wayOut = tx.config.otherProvider
    ? contact
    : ({ kind: 'new_password', url: (await issueResetLink(tx, restored)).url } as const);
  await tx.sendMessage(tx, restored, { ...message, wayOut });
  if (replaced.emailNormalized === restored.emailNormalized) return;
  await tx.sendMessage(tx, replaced, { ...message, wayOut: contact });
}
