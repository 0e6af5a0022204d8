import { UNBLOCK_PATH } from '@portal/shared-contract';
import { inTransaction } from '../../db/database.ts';
import { lockedLetter } from '../../mail/getting-in-letters.ts';
import { mailLetter } from '../../mail/send.ts';
import { lockMember } from '../account/actor.ts';
import { done, type Outcome, refused } from '../account/outcome.ts';
import type { AccountContext } from '../account-context.ts';
import { forgetAttempts } from '../credentials.ts';
import { forgetGuesses } from '../guesses.ts';
import { findMemberById } from '../members.ts';
import { makeMailLink, takeMailLink } from './mail-links.ts';
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

/** The button behind that link: whoever reads the account's mail may try again at once. */
export function unblock(
  context: AccountContext,
  code: string,
): Promise<Outcome<'unblocked' | 'already_done'>> {
  return inTransaction(context.db, async (db) => {
    const tx = { ...context, db };
    const link = await takeMailLink(tx, 'unblock', code);
    if (link.kind === 'used') return done('already_done');
    const member = link.kind === 'taken' && (await lockMember(tx, link.memberId));
    if (!member || member.email !== link.target) return refused('token.not_found');
    await forgetAttempts(tx, member.email);
    await forgetGuesses(tx, member.id);
    return done('unblocked');
  });
}
