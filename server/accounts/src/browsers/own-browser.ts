import type { AccountContext } from '@portal/server-members/account-context';
import { actingSession } from '@portal/server-members/acting-session';
import { UNDO_CHANGES_MS } from '@portal/shared-contract';

/** The browser that came with the account is nobody else's. */
const SIGN_UP_MS = 60 * 60 * 1000;

/**
 * Whether the call that is served comes from a browser that the member has used for longer than a link that takes
 * changes back reaches, or since the sign-up: hardly from somebody who has come to read the mailbox.
 */
export async function isFromOwnBrowser(
  tx: AccountContext,
  member: { readonly id: string; readonly createdAt: Date },
): Promise<boolean> {
  const uid = actingSession();
  if (uid === undefined) return false;
  const session = (await tx.sessions.list(tx, member.id)).find(({ id }) => id === uid);
  if (!session) return false;
  const since = session.browserSince.getTime();
  const isOfSignUp = since <= member.createdAt.getTime() + SIGN_UP_MS;
  return isOfSignUp || since <= tx.clock.now().getTime() - UNDO_CHANGES_MS;
}
