import { lockMember } from '../account/actor.ts';
import { done, type Outcome, refused } from '../account/outcome.ts';
import type { AccountContext } from '../account-context.ts';
import { allOrNothing } from '../all-or-nothing.ts';
import { forgetAttempts } from '../credentials.ts';
import { forgetGuesses } from '../guesses.ts';
import { takeMailLink } from './mail-links.ts';

/** The button behind the link about a lock: whoever reads the account's mail may try again at once. */
export function unblock(
  context: AccountContext,
  code: string,
): Promise<Outcome<'unblocked' | 'already_done'>> {
  return allOrNothing(context, async (tx) => {
    const link = await takeMailLink(tx, 'unblock', code);
    if (link.kind === 'used') return done('already_done');
    const member = link.kind === 'taken' && (await lockMember(tx, link.memberId));
    if (!member || member.email !== link.target) return refused('token.not_found');
    await forgetAttempts(tx, member.email);
    await forgetGuesses(tx, member.id);
    return done('unblocked');
  });
}
