import { answerNothing, provenMemberOf } from '@portal/server-endpoint/acting-member';
import type { ApiApp, ApiContext } from '@portal/server-endpoint/api-types';
import { mountForMember } from '@portal/server-endpoint/mount';
import { deleteMe } from '@portal/shared-contract';
import { closeAccount } from '../settings/close-account.ts';

export function mountCloseAccount(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, deleteMe, async ({ body }, call) =>
    answerNothing(await closeAccount(context, provenMemberOf(call), body)),
  );
}
