import type { Result } from '@portal/shared-api';
import { authStore, loadUser, userAtom } from '@portal/shared-auth';
import type { User } from '@portal/shared-contract';
import { type Deferred, deferred } from '@portal/shared-routing';
import { formatPhone } from '@portal/shared-ui/profile-labels';

/** The member, with the phone number already formatted. */
export type Account = { readonly member: User; readonly phone: string | undefined };

export type AccountData = {
  readonly account: Deferred<Result<Account>>;
  /** Grows with each load, so that a retry shows its own loading state. */
  readonly asked: number;
};

let asked = 0;

/** Loads the member's data: from the session where it has it, else from the API. */
export async function loadAccount(): Promise<AccountData> {
  asked += 1;
  return { account: await deferred(theAccount()), asked };
}

async function theAccount(): Promise<Result<Account>> {
  const known = authStore.get(userAtom);
  // The first visit uses the session's member; a later visit asks again, since another device may
  // have changed it.
  const answer: Result<User> =
    known && asked === 1 ? { ok: true, data: known, status: 200 } : await loadUser();
  if (!answer.ok) return known ? shown(known) : answer;
  return shown(answer.data);
}

async function shown(member: User): Promise<Result<Account>> {
  const phone = member.phone ? await formatPhone(member.phone) : undefined;
  return { ok: true, data: { member, phone }, status: 200 };
}
