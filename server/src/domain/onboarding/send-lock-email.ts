import { UNBLOCK_PATH } from '@portal/shared-contract';
import { inTransaction } from '../../db/database.ts';
import type { AccountContext } from '../account-context.ts';
import { findMemberById } from '../members.ts';
import { issueMailLink } from './mail-links.ts';
import { portalUrl } from './portal-links.ts';

/**
 * Mails the member that wrong passwords or codes have locked the account, with the link that ends
 * the lock (product §10.21). Does nothing for an account key without a member.
 * @param account see `attemptKey`
 */
export async function sendLockEmail(context: AccountContext, account: string): Promise<void> {
  const member = await findMemberById(context, account);
  if (!member || member.cancelledAt) return;
  const { locale } = member;
  await inTransaction(context.db, async (db) => {
    const tx = { ...context, db };
    const code = await issueMailLink(tx, member, 'unblock');
    const unblockUrl = portalUrl(tx, locale, UNBLOCK_PATH, { code });
    await tx.sendMessage(tx, member, { kind: 'account_locked', unblockUrl });
  });
}
