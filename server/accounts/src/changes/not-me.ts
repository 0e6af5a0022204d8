import type { AccountContext } from '@portal/server-members/account-context';
import type { RequestDevice } from '@portal/server-members/devices';
import { recordEvent } from '@portal/server-members/events';
import type { MemberRecord } from '@portal/server-members/members';
import type { SecurityNotice } from '@portal/server-members/messages';
import { portalUrl } from '@portal/server-members/portal-links';
import { lockMember } from '@portal/server-members/with-locked-member';
import { takeBackSince } from '@portal/server-passports/giving/take-back';
import { withTransaction } from '@portal/server-platform/database/with-transaction';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import { NOT_ME_PATH } from '@portal/shared-contract';
import { issuedAt, issueMailLink, takeMailLink } from '../mail-links/mail-links.ts';
import { issueResetLink } from '../mail-links/reset-links.ts';
import { shutOut } from './shut-out.ts';
import { restoreDelivery } from './sign-in-settings.ts';

/** The page of the links in the messages about a recovery: that of {@link notMe}. */
export const REFUSE_RECOVERY_PATH = NOT_ME_PATH;

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
