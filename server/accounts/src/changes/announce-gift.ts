import type { AccountContext } from '@portal/server-members/account-context';
import { findMemberById } from '@portal/server-members/members';
import { announceChange } from './announce-change.ts';
import { readBefore } from './sign-in-settings.ts';

/** See {@link AccountContext}.announceGift. */
export const announceGift: AccountContext['announceGift'] = async (tx, { giverId, ...given }) => {
  const giver = await findMemberById(tx, giverId);
  if (!giver) throw new Error('The sender of a transfer no longer exists');
  await announceChange(tx, await readBefore(tx, giver), given);
};
