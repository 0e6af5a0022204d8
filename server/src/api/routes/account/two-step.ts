import { disableMfa, enableMfa } from '@portal/shared-contract';
import * as twoStep from '../../../domain/account/two-step.ts';
import { actingMemberOf, answerUser } from '../../acting-member.ts';
import type { ApiApp, ApiContext } from '../../api-types.ts';
import { mountForMember } from '../../mount.ts';

export function mountTwoStep(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, enableMfa, async ({ body }, call) =>
    answerUser(await twoStep.enableMfa(context, actingMemberOf(call), body.channel)),
  );
  mountForMember(app, context, disableMfa, async (_request, call) =>
    answerUser(await twoStep.disableMfa(context, actingMemberOf(call))),
  );
}
