import type { AccountContext } from '@portal/server-members/account-context';
import { findMemberById } from '@portal/server-members/members';
import { portalUrl } from '@portal/server-members/portal-links';
import { inTransaction } from '@portal/server-platform/database/database';
import { countHit, forgetHits, type RateLimit } from '@portal/server-platform/limits/rate-limits';
import { UNBLOCK_LINK_MS, UNBLOCK_PATH } from '@portal/shared-contract';
import { issueMailLink } from './mail-links.ts';

/**
 * The link in the message holds for as long, so there is always one that can be used, and whoever
 * keeps an account locked sends its owner no second message.
 */
const LOCK_EMAILS: RateLimit = { name: 'lock-mail', limit: 1, windowMs: UNBLOCK_LINK_MS };

/**
 * Mails the member that wrong passwords or codes have locked the account, with the link that ends
 * the lock, once in 24 hours. Does nothing for an account key without a member.
 * @param account see `attemptKey`
 */
export async function sendLockEmail(context: AccountContext, account: string): Promise<void> {
  const member = await findMemberById(context, account);
  if (!member || member.closedAt) return;
  if (!(await countHit(context, LOCK_EMAILS, member.id)).allowed) return;
  const { locale } = member;
  await inTransaction(context.db, async (db) => {
    const tx = { ...context, db };
    const code = await issueMailLink(tx, member, 'unblock');
    const unblockUrl = portalUrl(tx, locale, UNBLOCK_PATH, { code });
    await tx.sendMessage(tx, member, { kind: 'account_locked', at: tx.clock.now(), unblockUrl });
  });
}

/** Lets the next lock be mailed again, because the link of the last message has been used. */
export function allowLockEmail(context: AccountContext, memberId: string): Promise<void> {
  return forgetHits(context, LOCK_EMAILS, memberId);
}
