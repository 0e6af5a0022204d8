import type { Result } from '@portal/shared-api';
import type { User } from '@portal/shared-contract';
import { authStore, state } from './atoms.ts';
import { currentPlatform } from './platform.ts';
import { loadUser } from './portal-session.ts';
import { ONEID_USER_ID } from './stored-names.ts';

/** The signed-in member: the one that the session knows, else loaded by GET /userinfo. */
export async function loadMember(): Promise<Result<User>> {
  const known = authStore.get(state.user);
  return known ? { ok: true, data: known, status: 200 } : loadUser();
}

/** A call has answered the changed member: the stored one is replaced. */
export const userSaved = (user: User): void => authStore.set(state.user, user);

/** The provider's id of the member, known before the member is loaded; undefined for a visitor. */
export const storedSubject = (): string | undefined =>
  currentPlatform().localStorage.get(ONEID_USER_ID);
