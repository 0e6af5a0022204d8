import type { AccountContext } from '@portal/server-members/account-context';
import { actingSession } from '@portal/server-members/acting-session';
import { browserSinceOf, isFromSignUp } from '@portal/server-passports/giving/hold';
import { UNDO_CHANGES_MS } from '@portal/shared-contract';

/**
 * Whether the call that is served comes from a browser that the member has used for longer than a link that takes
 * changes back reaches, or since the sign-up: hardly from somebody who has come to read the mailbox.
 */
export async function isFromOwnBrowser(
  tx: AccountContext,
  member: { readonly id: string; readonly createdAt: Date },
): Promise<boolean> {
  const since = await browserSinceOf(tx, member, actingSession());
  if (!since) return false;
  return (
    isFromSignUp(member, since) || since.getTime() <= tx.clock.now().getTime() - UNDO_CHANGES_MS
  );
}
