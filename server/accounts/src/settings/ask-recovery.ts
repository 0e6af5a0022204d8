import { type AccountContext, portalUrl } from '@portal/server-members/account-context';
import type { RequestDevice } from '@portal/server-members/devices';
import { recordEvent } from '@portal/server-members/events';
import {
  type MemberRecord,
  normalizeEmail,
  reloadMember,
  withLockedMember,
} from '@portal/server-members/members';
import type { SecurityMessage } from '@portal/server-members/messages';
import { credentials } from '@portal/server-members/schema/members';
import { sealLinkCode, sendNotification } from '@portal/server-notifications/notifications';
import { listPush } from '@portal/server-notifications/push/push-subscriptions';
import { updateRows } from '@portal/server-platform/database/rows';
import { err, type Outcome, ok } from '@portal/server-platform/outcome';
import { inAllLanguages, msg } from '@portal/server-platform/texts/i18n';
import { NOT_ME_PATH } from '@portal/shared-contract';
import { html } from 'hono/html';
import { addressOfWindow } from '../changes/announce-change.ts';
import { issueMailLink } from '../mail-links/mail-links.ts';
import { doesMailboxCount, recoveryReadyAt } from '../second-step/sign-in-methods.ts';

/**
 * Asks for a sign-in with the mailbox alone, for a member who has set the password by mail and has lost
 * every other second step. It counts after 72 hours; until then every channel that the
 * member has can refuse it. Asking again changes nothing.
 * @returns from when a code by email is a second step again
 */
export function askRecovery(
  context: AccountContext,
  memberId: string,
  device: RequestDevice,
): Promise<Outcome<Date>> {
  return withLockedMember(context, memberId, async (tx, member) => {
    const present = recoveryReadyAt(member);
    if (present) return ok(present);
    if (await doesMailboxCount(tx, member)) return err('request.invalid');
    await updateRows(tx, credentials, { memberId }, { recoveryAskedAt: tx.clock.now() });
    const readyAt = recoveryReadyAt(await reloadMember(tx, memberId));
    if (!readyAt) throw new Error('The recovery was not stored');
    await recordEvent(tx, memberId, 'recovery_asked', device);
    await tellEverywhere(tx, member, { at: tx.clock.now(), device, until: readyAt });
    return ok(readyAt);
  });
}

/** By email, also to the address of 72 hours ago, by text message, by push, and in the portal. */
async function tellEverywhere(
  tx: AccountContext,
  member: MemberRecord,
  facts: Pick<SecurityMessage, 'at' | 'device' | 'until'>,
): Promise<void> {
  const { locale, phone, phoneConfirmedAt } = member;
  const code = await issueMailLink(tx, member, 'refuse_recovery');
  const url = portalUrl(tx, locale, NOT_ME_PATH, { code });
  const message: SecurityMessage = {
    kind: 'security_notice',
    notice: 'recovery_asked',
    ...facts,
    wayOut: { kind: 'refuse', url },
  };
  await tx.sendMessage(tx, member, message);
  const former = await addressOfWindow(tx, member);
  if (normalizeEmail(former) !== member.emailNormalized) {
    await tx.sendMessage(tx, { email: former, locale }, message);
  }
  if (phone && phoneConfirmedAt) await tx.sendMessage(tx, { sms: phone, locale }, message);
  for (const { id } of await listPush(tx, member.id)) {
    await tx.sendMessage(tx, { push: id, locale }, message);
  }
  const title = inAllLanguages(msg`Somebody asks to sign in without your second step`);
  const text = inAllLanguages(
    msg`Somebody has set your password by email and says that everything else is lost. After 72 hours a code by email will be enough to sign in. If this is not you, refuse it now.`,
  );
  const label = inAllLanguages(msg`This was not me`);
  const body = (of: 'ja' | 'en') =>
    String(
      html`<p>${text[of]}</p><p><a href="${of === 'en' ? '/en' : ''}${NOT_ME_PATH}#code=">${label[of]}</a></p>`,
    );
  await sendNotification(tx, {
    memberId: member.id,
    title,
    body: { ja: body('ja'), en: body('en') },
    sealedCode: sealLinkCode(tx.config.secrets, member.id, code),
  });
}
