import { beginTotp, confirmTotp, makeRecoveryCodes, removeTotp } from '@portal/shared-contract';
import * as factors from '../../../domain/account/second-factors.ts';
import { actorOf, answerNothing } from '../../actor.ts';
import type { ApiApp, ApiContext } from '../../api-types.ts';
import { mountForMember } from '../../mount.ts';
import { refusalOf } from '../../refusal.ts';

/** Mounts the calls of the authenticator app and the recovery codes. */
export function mountTotp(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, beginTotp, async (_request, call) => {
    const outcome = await factors.beginTotp(context, actorOf(call));
    return outcome.ok ? { data: outcome.value } : refusalOf(outcome);
  });
  mountForMember(app, context, confirmTotp, async ({ body }, call) => {
    const outcome = await factors.confirmTotp(context, actorOf(call), body.code);
    return outcome.ok ? { data: { recovery_codes: [...outcome.value] } } : refusalOf(outcome);
  });
  mountForMember(app, context, removeTotp, async (_request, call) =>
    answerNothing(await factors.removeTotp(context, actorOf(call))),
  );
  mountForMember(app, context, makeRecoveryCodes, async (_request, call) => {
    const outcome = await factors.newRecoveryCodes(context, actorOf(call));
    return outcome.ok ? { data: { recovery_codes: [...outcome.value] } } : refusalOf(outcome);
  });
}
