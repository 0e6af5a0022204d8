import type { Result } from '@portal/shared-api';
import { call } from '@portal/shared-api';
import {
  getWaysIn,
  listPasskeys,
  type Passkey,
  type User,
  type WaysIn,
} from '@portal/shared-contract';
import { theMember } from '../../../data/member.ts';

export type MfaData = {
  readonly member: User;
  readonly ways: WaysIn;
  readonly passkeys: readonly Passkey[];
};

/** All that the page shows; the first failure is the page's. */
export async function loadMfaData(): Promise<Result<MfaData>> {
  const [member, ways, passkeys] = await Promise.all([
    theMember(),
    call(getWaysIn),
    call(listPasskeys),
  ]);
  if (!member.ok) return member;
  if (!ways.ok) return ways;
  if (!passkeys.ok) return passkeys;
  const data = { member: member.data, ways: ways.data.data, passkeys: passkeys.data.data };
  return { ok: true, status: 200, data };
}
