import { deleteMe } from '@portal/shared-contract';
import { closeAccount } from '../../../domain/account/close-account.ts';
import { answerNothing, provenActorOf } from '../../actor.ts';
import type { ApiApp, ApiContext } from '../../api-types.ts';
import { mountForMember } from '../../mount.ts';

export function mountCloseAccount(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, deleteMe, async ({ body }, call) =>
    answerNothing(await closeAccount(context, provenActorOf(call), body)),
  );
}
