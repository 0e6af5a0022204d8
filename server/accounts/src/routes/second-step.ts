import { actingMemberOf, answerUser } from '@portal/server-endpoint/acting-member';
import type { ApiApp, ApiContext } from '@portal/server-endpoint/api-types';
import { mountForMember } from '@portal/server-endpoint/mount';
import { disableMfa, enableMfa } from '@portal/shared-contract';
import * as secondStep from '../settings/second-step.ts';

export function mountSecondStep(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, enableMfa, async ({ body }, call) =>
    answerUser(await secondStep.enableMfa(context, actingMemberOf(call), body.channel)),
  );
  mountForMember(app, context, disableMfa, async (_request, call) =>
    answerUser(await secondStep.disableMfa(context, actingMemberOf(call))),
  );
}
