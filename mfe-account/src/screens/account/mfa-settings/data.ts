import type { Result } from '@portal/kit/api';
import { call } from '@portal/kit/api';
import { loadMember } from '@portal/kit/auth';
import {
  getSignInMethods,
  listPasskeys,
  type Passkey,
  type SignInMethods,
  type User,
} from '@portal/kit/contract';
import { tellPasskeys } from '../tell-passkeys.ts';

export type MfaData = {
  readonly member: User;
  readonly methods: SignInMethods;
  readonly passkeys: readonly Passkey[];
};

/** Loads everything that the page shows; any failure fails the page. */
export async function loadMfaData(): Promise<Result<MfaData>> {
  const [member, methods, passkeys] = await Promise.all([
    loadMember(),
    call(getSignInMethods),
    call(listPasskeys),
  ]);
  if (!member.ok) return member;
  if (!methods.ok) return methods;
  if (!passkeys.ok) return passkeys;
  tellPasskeys(passkeys.data, member.data);
  const data = { member: member.data, methods: methods.data.data, passkeys: passkeys.data.data };
  return { ok: true, status: 200, data };
}
