import { deleteMe } from '@portal/shared-contract';
import { closeAccount } from '../../../domain/account/close-account.ts';
import { answerNothing, provenMemberOf } from '../../acting-member.ts';
import type { ApiApp, ApiContext } from '../../api-types.ts';
import { mountForMember } from '../../mount.ts';

export function mountCloseAccount(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, deleteMe, async ({ body }, call) =>
    answerNothing(await closeAccount(context, provenMemberOf(call), body)),
  );
}
