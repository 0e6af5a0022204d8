import { beginTotp, confirmTotp, makeRecoveryCodes, removeTotp } from '@portal/shared-contract';
import * as factors from '../../../domain/account/second-factors.ts';
import { actingMemberOf, answerNothing } from '../../acting-member.ts';
import type { ApiApp, ApiContext } from '../../api-types.ts';
import { mountForMember } from '../../mount.ts';
import { refusalOf } from '../../refusal.ts';

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
