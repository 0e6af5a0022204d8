import { UNBLOCK_PATH } from '@portal/shared-contract';
import { inTransaction } from '../../db/database.ts';
import { lockedLetter } from '../../mail/getting-in-letters.ts';
import { mailLetter } from '../../mail/send.ts';
import type { AccountContext } from '../account-context.ts';
import { findMemberById } from '../members.ts';
import { makeMailLink } from './mail-links.ts';
import { portalUrl } from './portal-links.ts';

/**
 * Mails the member that wrong passwords or codes have locked their account, with the link that ends
 * it. Nothing happens for whoever is no member.
 * @param account see `accountOf`
 */
export async function tellOfLock(context: AccountContext, account: string): Promise<void> {
  const member = await findMemberById(context, account);
  if (!member || member.cancelledAt) return;
  const { locale } = member;
  await inTransaction(context.db, async (db) => {
    const tx = { ...context, db };
    const code = await makeMailLink(tx, member, 'unblock');
    await mailLetter(
      tx,
      member,
      lockedLetter(locale, portalUrl(tx, locale, UNBLOCK_PATH, { code })),
    );
  });
}
