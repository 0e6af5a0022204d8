import type { Member } from '@portal/server-members/schema/members';
import type { DomainContext } from '@portal/server-platform/database/context';
import { oneTimeSecrets, type Taken } from '@portal/server-platform/limits/one-time-secrets';
import {
  DATA_EXPORT_LINK_MS,
  NOT_ME_LINK_MS,
  RECOVERY_WAIT_MS,
  UNBLOCK_LINK_MS,
  VERIFY_EMAIL_LINK_MS,
} from '@portal/shared-contract';
import { and, eq, inArray } from 'drizzle-orm';
import { mailLinks } from '../schema/mail-links.ts';

type MailLink = typeof mailLinks.$inferSelect;
export type MailLinkType = MailLink['type'];

const LIFETIME_MS: Readonly<Record<MailLinkType, number>> = {
  unblock: UNBLOCK_LINK_MS,
  verify_email_link: VERIFY_EMAIL_LINK_MS,
  not_me: NOT_ME_LINK_MS,
  refuse_recovery: RECOVERY_WAIT_MS,
  data_export: DATA_EXPORT_LINK_MS,
};
/** How long a used link still reports that it was used. */
const KEEP_MS = 30 * 24 * 60 * 60 * 1000;

const links = oneTimeSecrets(mailLinks);

/** When a link was sent. */
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

/**
 * Spends a link, in the transaction of its action.
 * @param types of the links that allow the action
 * @param memberId the signed-in member, where the link is good for that one only
 */
export function takeMailLink(
  tx: DomainContext,
  types: MailLinkType | readonly MailLinkType[],
  code: string,
  memberId?: string,
): Promise<Taken<MailLink>> {
  const theirs = memberId === undefined ? undefined : eq(mailLinks.memberId, memberId);
  return links.take(tx, code, and(inArray(mailLinks.type, [types].flat()), theirs));
}

export const purgeMailLinks = (context: DomainContext) => links.purge(context, KEEP_MS);
