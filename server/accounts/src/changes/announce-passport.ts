import type { AccountContext } from '@portal/server-members/account-context';
import { findMemberById } from '@portal/server-members/members';
import { announceChange } from './announce-change.ts';
import { readBefore } from './sign-in-settings.ts';

/** See {@link AccountContext}.announcePassport. */
export const announcePassport: AccountContext['announcePassport'] = async (
  tx,
  { memberId, ...announced },
) => {
  const owner = await findMemberById(tx, memberId);
  if (!owner) throw new Error('The owner of a passport no longer exists');
  await announceChange(tx, await readBefore(tx, owner), announced);
};
