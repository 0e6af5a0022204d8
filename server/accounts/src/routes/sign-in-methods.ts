import type { ApiApp, ApiContext } from '@portal/server-endpoint/api-types';
import { mountForMember } from '@portal/server-endpoint/mount';
import { refuse } from '@portal/server-endpoint/refusal';
import { findMemberById } from '@portal/server-members/members';
import { getSignInMethods } from '@portal/shared-contract';
import { signInMethods } from '../second-step/sign-in-methods.ts';

export function mountSignInMethods(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, getSignInMethods, async (_request, { member }) => {
    const found = await findMemberById(context, member.id);
    return found ? { data: await signInMethods(context, found) } : refuse('auth.unauthorized');
  });
}
