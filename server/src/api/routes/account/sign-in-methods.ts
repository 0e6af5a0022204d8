import { getSignInMethods } from '@portal/shared-contract';
import { findMemberById } from '../../../domain/members.ts';
import { signInMethods } from '../../../domain/second-factors/sign-in-methods.ts';
import type { ApiApp, ApiContext } from '../../api-types.ts';
import { mountForMember } from '../../mount.ts';
import { refuse } from '../../refusal.ts';

export function mountSignInMethods(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, getSignInMethods, async (_request, { member }) => {
    const found = await findMemberById(context, member.id);
    return found ? { data: await signInMethods(context, found) } : refuse('auth.unauthorized');
  });
}
