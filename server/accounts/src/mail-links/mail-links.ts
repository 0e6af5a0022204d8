import { type AccountContext, portalUrl } from '@portal/server-members/account-context';
import { findMemberById } from '@portal/server-members/members';
import type { Member } from '@portal/server-members/schema/members';
import { type DomainContext, transact } from '@portal/server-platform/database/database';
import { oneTimeSecrets, type Taken } from '@portal/server-platform/limits/one-time-secrets';
import { countHit, forgetHits, type RateLimit } from '@portal/server-platform/limits/rate-limits';
import {
  DATA_EXPORT_LINK_MS,
  NOT_ME_LINK_MS,
  RECOVERY_WAIT_MS,
  UNBLOCK_LINK_MS,
  UNBLOCK_PATH,
  VERIFY_EMAIL_LINK_MS,
} from '@portal/shared-contract';
import { and, eq, inArray } from 'drizzle-orm';
import { mailLinks } from '../schema/codes.ts';

type MailLink = typeof mailLinks.$inferSelect;
export type MailLinkType = MailLink['type'];

const LIFETIME_MS: Readonly<Record<MailLinkType, number>> = {
  unblock: UNBLOCK_LINK_MS,
  verify_email_link: VERIFY_EMAIL_LINK_MS,
  not_me: NOT_ME_LINK_MS,
  refuse_recovery: RECOVERY_WAIT_MS,
  data_export: DATA_EXPORT_LINK_MS,
};

const links = oneTimeSecrets(mailLinks);

export const issuedAt = ({ type, expiresAt }: MailLink): Date =>
  new Date(expiresAt.getTime() - LIFETIME_MS[type]);

/** Issues a link and returns its code; pass in the transaction that queues the message. */
export async function issueMailLink(
  tx: DomainContext,
  { id: memberId, email: target }: Pick<Member, 'id' | 'email'>,
  type: MailLinkType,
): Promise<string> {
  return (await links.issue(tx, { type, memberId, target }, LIFETIME_MS[type])).secret;
}

/** Spends a link of one of these types, in the transaction of its action; with `memberId` only that member's. */
export function takeMailLink(
  tx: DomainContext,
  types: MailLinkType | readonly MailLinkType[],
  code: string,
  memberId?: string,
): Promise<Taken<MailLink>> {
  const theirs = memberId === undefined ? undefined : eq(mailLinks.memberId, memberId);
  return links.take(tx, code, and(inArray(mailLinks.type, [types].flat()), theirs));
}

/**
 * The link in the message holds for as long, so there is always one that can be used, and whoever
 * keeps an account locked sends its owner no second message.
 */
const LOCK_EMAILS: RateLimit = { name: 'lock-mail', limit: 1, windowMs: UNBLOCK_LINK_MS };

/** Mails the member of an account key that it is locked, with the link that ends the lock, once in 24 hours. */
export async function sendLockEmail(context: AccountContext, account: string): Promise<void> {
  const member = await findMemberById(context, account);
  if (!member || member.closedAt) return;
  if (!(await countHit(context, LOCK_EMAILS, member.id)).allowed) return;
  const { locale } = member;
  await transact(context, async (tx) => {
    const code = await issueMailLink(tx, member, 'unblock');
    const unblockUrl = portalUrl(tx, locale, UNBLOCK_PATH, { code });
    await tx.sendMessage(tx, member, { kind: 'account_locked', at: tx.clock.now(), unblockUrl });
  });
}

/** Lets the next lock be mailed again, because the link of the last message has been used. */
export function allowLockEmail(context: AccountContext, memberId: string): Promise<void> {
  return forgetHits(context, LOCK_EMAILS, memberId);
}
