import { FREELY_CHANGED, getUserinfo, updateMe } from '@portal/shared-contract';
import { toCamelCase } from '../../../case.ts';
import { updateProfile } from '../../../domain/account/update-profile.ts';
import { toUser } from '../../../domain/user.ts';
import { answerUser, provenMemberOf } from '../../acting-member.ts';
import type { ApiApp, ApiContext } from '../../api-types.ts';
import { mountForMember } from '../../mount.ts';
import { refuse } from '../../refusal.ts';

const FREE: readonly string[] = FREELY_CHANGED;
const isFree = (body: object): boolean => Object.keys(body).every((name) => FREE.includes(name));

export function mountProfile(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, getUserinfo, async (_request, { member }) => {
    const found = await context.readMember(member.id);
    // The access token of a closed account can live for a few more minutes.
    return found && !found.cancelledAt ? toUser(found) : refuse('auth.unauthorized');
  });
  mountForMember(app, context, updateMe, async ({ body }, call) => {
    if (call.member.unconfirmed && !isFree(body)) return refuse('user.proof_required');
    return answerUser(await updateProfile(context, provenMemberOf(call), toCamelCase(body)));
  });
}
