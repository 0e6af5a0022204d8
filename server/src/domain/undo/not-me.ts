import { NOT_ME_PATH } from '@portal/shared-contract';
import { err, type Outcome, ok } from '../account/outcome.ts';
import { lockMember } from '../account/with-locked-member.ts';
import type { AccountContext } from '../account-context.ts';
import type { RequestDevice } from '../devices.ts';
import { recordEvent } from '../events.ts';
import type { MemberRecord } from '../members.ts';
import type { SecurityNotice } from '../messages.ts';
import { issuedAt, issueMailLink, takeMailLink } from '../onboarding/mail-links.ts';
import { portalUrl } from '../onboarding/portal-links.ts';
import { issueResetLink } from '../onboarding/reset-links.ts';
import { takeBackSince } from '../passports/take-back.ts';
import { withTransaction } from '../with-transaction.ts';
import { shutOut } from './shut-out.ts';

/** The page of the links in the messages about a recovery: that of {@link notMe}. */
export const REFUSE_RECOVERY_PATH = NOT_ME_PATH;

/** Mails the member about a sign-in, with a link for whoever did not sign in (product §10.45). */
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

export type NotMe =
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
 * Takes that link, or one that refuses a recovery: everybody is signed out, a new password has to be set
 * (product §10.46, §12.435), and what has left since the link was sent comes back (product §14.454).
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
    await takeBackSince(tx, member.id, issuedAt(link.row));
    await recordEvent(tx, member.id, 'signed_out_everywhere', device);
    if (link.row.type === 'refuse_recovery') return ok({ status: 'signed_out' });
    const { secret: ticket } = await issueResetLink(tx, member);
    return ok({ status: 'signed_out', ticket });
  });
}
