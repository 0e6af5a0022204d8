import { call, failure, type Result } from '@portal/shared-api';
import { getUserinfo, type User } from '@portal/shared-contract';
import { state } from '../atoms.ts';
import type { SessionContext } from './context.ts';

/** GET /userinfo into the store. Calls made under the same version of the session share one answer. */
export function createLoadUser(context: SessionContext): () => Promise<Result<User>> {
  const { shown } = context;
  let loading: { readonly version: number; readonly answer: Promise<Result<User>> } | undefined;
  return () => {
    const version = shown.version();
    if (loading?.version === version) return loading.answer;
    const answer = loadUser(context).finally(() => {
      if (loading?.version === version) loading = undefined;
    });
    loading = { version, answer };
    return answer;
  };
}

async function loadUser({ record, shown, store }: SessionContext): Promise<Result<User>> {
  const mirrored = record.mirror();
  // Local storage may have lost the value alone: the record decides.
  const lacksToken = mirrored.signedIn && mirrored.refreshToken === undefined;
  const current = lacksToken ? await record.read() : mirrored;
  if (current.signedIn && current.refreshToken === undefined) {
    // The token of a sign-up is for the provider alone, which may be taking it at this moment.
    return failure({ kind: 'session', reason: 'Refresh token is missing' });
  }
  const version = shown.version();
  const answer = await call(getUserinfo);
  // An answer that comes after a sign-out or a change of member is about the member before.
  const isCurrent = version === shown.version();
  if (answer.ok && answer.kept) {
    // Only the name is kept: nobody may take what is left out for the member's own details.
    const { last_name, first_name, member_code } = answer.data;
    if (isCurrent) store.set(state.keptName, { last_name, first_name, member_code });
    if (store.get(state.isAway)) return failure({ kind: 'offline' });
    return failure({ kind: 'api', status: 503, code: 'server.error' });
  }
  if (answer.ok && isCurrent) store.set(state.user, answer.data);
  return answer;
}
