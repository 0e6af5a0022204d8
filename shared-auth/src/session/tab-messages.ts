import { forgetMember, state } from '../atoms.ts';
import type { SessionContext } from './context.ts';
import { SIGNED_OUT } from './session-record.ts';
import type { TabMessage } from './tab-channel.ts';

/** Follows what another tab did: it signed in, signed out, or closed the account. */
export async function followTab(
  { recentSignOut, store, shown, record, platform }: Omit<SessionContext, 'channel'>,
  message: TabMessage,
): Promise<void> {
  if (message.type !== 'signed_in') {
    recentSignOut.happened();
    if (message.type === 'account_closed') store.set(state.isCancelled, true);
    shown.show(SIGNED_OUT);
    return;
  }
  const subject = shown.subject();
  if (subject === undefined || subject === message.subject) {
    shown.show(await record.read());
    return;
  }
  // The screen shows another member: nothing of it may stay.
  forgetMember(store);
  platform.page.reload();
}
