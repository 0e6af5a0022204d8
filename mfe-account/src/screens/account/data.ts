import type { Result } from '@portal/kit/api';
import { authStore, loadUser, storedSubject, userAtom } from '@portal/kit/auth';
import type { User } from '@portal/kit/contract';
import { type Deferred, deferred, refreshed } from '@portal/kit/routing';
import { formatPhone } from '@portal/kit/ui/profile-labels';

/** The member, with the phone number already formatted. */
export type Account = { readonly member: User; readonly phone: string | undefined };

export type AccountData = {
  readonly account: Deferred<Result<Account>>;
  /** The member has signed in on this device within a day, so that the own address is shown whole. */
  readonly isRecent: Deferred<boolean>;
  /** A React key: it grows with each load that waits for the member, so that a retry shows its own loading state. */
  readonly waits: number;
};

let asked = 0;
let waits = 0;

/** Loads the member from the session where it has them, and asks the API behind what is shown. */
export async function loadAccount(): Promise<AccountData> {
  asked += 1;
  // Both begin at once: the shell's own load of the member may end while the devices are asked for.
  const [isRecent, account] = await Promise.all([
    askRecentSignIn(),
    askAccount({ isRevisit: asked > 1 }),
  ]);
  if ('later' in account) waits += 1;
  return { account, isRecent, waits };
}

type Visit = { readonly isRevisit: boolean };

async function askAccount({ isRevisit }: Visit): Promise<AccountData['account']> {
  const member = authStore.get(userAtom);
  if (!member) return deferred(theAccount());
  const known = await deferred(shown(member));
  return isRevisit && 'now' in known ? refreshed(known.now, theAccount()) : known;
}

/** The last answer, and of whom. */
let known: { readonly member: string | undefined; readonly isRecent: boolean } | undefined;

/** What this tab knows of the member is shown again at once. */
function askRecentSignIn(): AccountData['isRecent'] | Promise<AccountData['isRecent']> {
  const member = storedSubject();
  const asked = recentSignIn().then((isRecent) => {
    known = { member, isRecent };
    return isRecent;
  });
  return known && known.member === member ? { now: known.isRecent, newer: asked } : deferred(asked);
}

/** Asked by code of its own: what a call brings is more than this page is. */
const recentSignIn = (): Promise<boolean> =>
  import('./recent-sign-in.ts').then(
    (module) => module.recentSignIn(),
    () => false,
  );

async function theAccount(): Promise<Result<Account>> {
  const answer = await loadUser();
  return answer.ok ? shown(answer.data) : answer;
}

async function shown(member: User): Promise<Result<Account>> {
  const phone = member.phone ? await formatPhone(member.phone) : undefined;
  return { ok: true, data: { member, phone }, status: 200 };
}
