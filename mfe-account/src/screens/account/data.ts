import type { Result } from '@portal/shared-api';
import { authStore, loadUser, userAtom } from '@portal/shared-auth';
import type { User } from '@portal/shared-contract';
import { type Soon, soon } from '@portal/shared-routing';
import { formatPhone } from '@portal/shared-ui/profile-words';

/** The member, with what takes more than the member to write out. */
export type Account = { readonly member: User; readonly phone: string | undefined };

export type AccountData = {
  readonly account: Soon<Result<Account>>;
  /** Tells one answer from the next, so that asking again shows that it asks. */
  readonly asked: number;
};

let asked = 0;

/** The member's data, as the session knows it; asked for where it does not know. */
export async function loadAccount(): Promise<AccountData> {
  asked += 1;
  return { account: await soon(theAccount()), asked };
}

async function theAccount(): Promise<Result<Account>> {
  const known = authStore.get(userAtom);
  // The page asks for the member at its start; a later visit looks for what another device changed.
  const answer: Result<User> =
    known && asked === 1 ? { ok: true, data: known, status: 200 } : await loadUser();
  if (!answer.ok) return known ? shown(known) : answer;
  return shown(answer.data);
}

async function shown(member: User): Promise<Result<Account>> {
  const phone = member.phone ? await formatPhone(member.phone) : undefined;
  return { ok: true, data: { member, phone }, status: 200 };
}
