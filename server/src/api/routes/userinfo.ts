import { getUserinfo } from '@portal/shared-contract';
import { findMemberById } from '../../domain/members.ts';
import type { ApiApp, ApiContext } from '../api-types.ts';
import { mountForMember } from '../mount.ts';
import { refuse } from '../refusal.ts';
import { toUser } from '../user.ts';

export function mountUserinfo(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, getUserinfo, async (_request, { member }) => {
    const found = await findMemberById(context, member.id);
    // A member who has left holds no token for long; until then they are nobody.
    return found && !found.cancelledAt ? toUser(found) : refuse('auth.unauthorized');
  });
}
