import { answerUser, provenMemberOf } from '@portal/server-endpoint/acting-member';
import type { ApiApp, ApiContext } from '@portal/server-endpoint/api-types';
import { mountForMember } from '@portal/server-endpoint/mount';
import { refuse } from '@portal/server-endpoint/refusal';
import { toUser } from '@portal/server-members/user';
import { toCamelCase } from '@portal/server-platform/case';
import { FREELY_CHANGED, getUserinfo, updateMe } from '@portal/shared-contract';
import { updateProfile } from '../settings/update-profile.ts';

const FREE: readonly string[] = FREELY_CHANGED;
const isFree = (body: object): boolean => Object.keys(body).every((name) => FREE.includes(name));

export function mountProfile(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, getUserinfo, async (_request, { member }) => {
    const found = await context.readMember(member.id);
    // The access token of a closed account can live for a few more minutes.
    return found && !found.closedAt ? toUser(found) : refuse('auth.unauthorized');
  });
  mountForMember(app, context, updateMe, async ({ body }, call) => {
    if (call.member.unconfirmed && !isFree(body)) return refuse('user.step_up_required');
    return answerUser(await updateProfile(context, provenMemberOf(call), toCamelCase(body)));
  });
}
