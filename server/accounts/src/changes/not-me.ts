import { type AccountContext, portalUrl } from '@portal/server-members/account-context';
import type { RequestDevice } from '@portal/server-members/devices';
import { recordEvent } from '@portal/server-members/events';
import { changeMember, lockMember, type MemberRecord } from '@portal/server-members/members';
import type { SecurityNotice } from '@portal/server-members/messages';
import { credentials } from '@portal/server-members/schema/members';
import { takeBackSince } from '@portal/server-passports/giving/take-back';
import { transact, withTransaction } from '@portal/server-platform/database/database';
import { deleteRows } from '@portal/server-platform/database/rows';
import type { AttemptBudget } from '@portal/server-platform/limits/attempt-limit';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import { NOT_ME_PATH } from '@portal/shared-contract';
import { removeStepUps } from '../codes/step-up.ts';
import { issuedAt, issueMailLink, takeMailLink } from '../mail-links/mail-links.ts';
import { issueResetLink } from '../mail-links/reset-links.ts';
import { confirmedBrowsers } from '../schema/browsers.ts';
import type { CheckResult } from '../second-step/limited-check.ts';
import { spendRecoveryCode } from '../second-step/recovery-codes.ts';
import { removeRecordedStepUps } from '../step-up/recorded-step-ups.ts';
import { restoreDelivery } from './sign-in-settings.ts';

/** Mails the member about a sign-in, with a link for whoever did not sign in. */
export async function mailSignIn(
  tx: AccountContext,
  member: MemberRecord,
  notice: Extract<
    SecurityNotice,
    | 'new_device'
    | 'browser_trusted'
    | 'browser_trust_copied'
    | 'recovery_code_used'
    | 'account_reopened'
  >,
  device: RequestDevice,
): Promise<void> {
  const code = await issueMailLink(tx, member, 'not_me');
  const url = portalUrl(tx, member.locale, NOT_ME_PATH, { code });
  await tx.sendMessage(tx, member, {
    kind: 'security_notice',
    notice,
    at: tx.clock.now(),
    device,
    wayOut: { kind: 'not_me', url },
  });
}

type NotMe =
  | {
      readonly status: 'signed_out';
      /**
       * The secret of a link for a new password. A link that also went to a phone or into the portal gives
       * none, because whoever reads it there need not read the mailbox.
       */
      readonly ticket?: string | undefined;
    }
  | { readonly status: 'already_done' };

/**
 * Takes that link, or one that refuses a recovery: everybody is signed out, a new password has to be set,
 * what has left since the link was sent comes back, and address and passports are as before.
 */
export function notMe(
  context: AccountContext,
  code: string,
  device: RequestDevice,
): Promise<Outcome<NotMe>> {
  return withTransaction(context, async (tx): Promise<Outcome<NotMe>> => {
    const link = await takeMailLink(tx, ['not_me', 'refuse_recovery'], code);
    if (link.kind === 'used_before') return ok({ status: 'already_done' });
    if (link.kind === 'unknown') return err('token.not_found');
    const member = await lockMember(tx, link.row.memberId, { evenClosed: true });
    if (!member || member.email !== link.row.target) return err('token.not_found');
    await shutOut(tx, member.id);
    await restoreDelivery(tx, member.id, issuedAt(link.row));
    await takeBackSince(tx, member.id, issuedAt(link.row));
    await recordEvent(tx, member.id, 'signed_out_everywhere', device);
    if (link.row.type === 'refuse_recovery') return ok({ status: 'signed_out' });
    const { secret: ticket } = await issueResetLink(tx, member);
    return ok({ status: 'signed_out', ticket });
  });
}

/** Ends what somebody else may hold: sessions with their tokens, step-ups, the password and the known devices. */
export async function shutOut(tx: AccountContext, memberId: string): Promise<void> {
  await deleteRows(tx, credentials, { memberId });
  await changeMember(tx, memberId, { devicesKnownSince: tx.clock.now() });
  await removeStepUps(tx, memberId);
  await deleteRows(tx, confirmedBrowsers, { memberId });
  await removeRecordedStepUps(tx, memberId);
  await tx.sessions.endAll(tx, memberId);
}

/** Takes a recovery code as a second step. A right one is recorded, and the member told by email. */
export async function useRecoveryCode(
  context: AccountContext,
  member: MemberRecord,
  typed: string,
  { budget, device }: { readonly budget: AttemptBudget; readonly device: RequestDevice },
): Promise<CheckResult> {
  const outcome = await spendRecoveryCode(context, member.id, typed, budget);
  if (outcome === 'right') {
    await recordEvent(context, member.id, 'recovery_code_used', device);
    await transact(context, (tx) => mailSignIn(tx, member, 'recovery_code_used', device));
  }
  return outcome;
}
