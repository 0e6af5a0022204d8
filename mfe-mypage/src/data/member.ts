import type { Result } from '@portal/shared-api';
import { authStore, loadUser, userAtom } from '@portal/shared-auth';
import type { User } from '@portal/shared-contract';

/** The signed-in member: as the session knows them, asked for where it does not. */
export async function theMember(): Promise<Result<User>> {
  const known = authStore.get(userAtom);
  return known ? { ok: true, data: known, status: 200 } : loadUser();
}
