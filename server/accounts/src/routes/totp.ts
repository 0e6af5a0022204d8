import { actingMemberOf, answerNothing } from '@portal/server-endpoint/acting-member';
import type { ApiApp, ApiContext } from '@portal/server-endpoint/api-types';
import { mountForMember } from '@portal/server-endpoint/mount';
import { refusalOf } from '@portal/server-endpoint/refusal';
import { beginTotp, confirmTotp, makeRecoveryCodes, removeTotp } from '@portal/shared-contract';
import * as factors from '../settings/second-step-methods.ts';

/** Mounts the calls of the authenticator app and the recovery codes. */
export function mountTotp(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, beginTotp, async (_request, call) => {
    const outcome = await factors.beginTotp(context, actingMemberOf(call));
    return outcome.ok ? { data: outcome.value } : refusalOf(outcome);
  });
  mountForMember(app, context, confirmTotp, async ({ body }, call) => {
    const outcome = await factors.confirmTotp(context, actingMemberOf(call), body.code);
    return outcome.ok ? { data: { recovery_codes: [...outcome.value] } } : refusalOf(outcome);
  });
  mountForMember(app, context, removeTotp, async (_request, call) =>
    answerNothing(await factors.removeTotp(context, actingMemberOf(call))),
  );
  mountForMember(app, context, makeRecoveryCodes, async (_request, call) => {
    const outcome = await factors.newRecoveryCodes(context, actingMemberOf(call));
    return outcome.ok ? { data: { recovery_codes: [...outcome.value] } } : refusalOf(outcome);
  });
}
