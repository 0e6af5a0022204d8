import { state } from '../atoms.ts';
import { signOutUrl } from '../idp-address.ts';
import type { SessionContext } from './context.ts';
import { SIGNED_OUT } from './session-record.ts';
import type { TabMessage } from './tab-channel.ts';

/** Shows in every tab that the session has ended. The record says so already. */
export function showSignedOut(
  { shown, channel }: Pick<SessionContext, 'shown' | 'channel'>,
  type: Exclude<TabMessage['type'], 'signed_in'> = 'signed_out',
): void {
  shown.show(SIGNED_OUT);
  channel.broadcast({ type });
}

/** Removes the tokens, unless another session than `session` has begun meanwhile. */
export async function endSession(context: SessionContext, session: string): Promise<void> {
  const ended = await context.record.change<boolean>(async (current) =>
    current.signedIn && current.session === session
      ? { next: SIGNED_OUT, result: true }
      : { result: false },
  );
  if (ended) showSignedOut(context);
}

/** Signs out in every tab and goes to the provider's sign-out. */
export async function signOut(context: SessionContext): Promise<void> {
  const { recentSignOut, store, record, returnTo, traces, platform, idp } = context;
  recentSignOut.startLeavingPage();
  recentSignOut.happened();
  store.set(state.isSigningOut, true);
  const current = await record.read();
  await record.replace(SIGNED_OUT);
  showSignedOut(context);
  returnTo.forget();
  await traces.remove();
  platform.page.assign(signOutUrl(idp, current.signedIn ? current.idToken : undefined));
}

/**
 * The member has closed the account: every tab says so in place of its screen. The
 * server has ended the sessions already. `isCancelled` comes first, so that no guard starts a sign-in.
 */
export async function accountClosed(context: SessionContext): Promise<void> {
  const { recentSignOut, store, record, returnTo } = context;
  recentSignOut.happened();
  store.set(state.isCancelled, true);
  await record.replace(SIGNED_OUT);
  showSignedOut(context, 'account_closed');
  returnTo.forget();
}
