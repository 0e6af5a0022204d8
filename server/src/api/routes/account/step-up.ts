import {
  beginPasskeyProof,
  getStepUp,
  proveByPasskey,
  proveByRecoveryCode,
  proveByTotp,
} from '@portal/shared-contract';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Outcome } from '../../../domain/account/outcome.ts';
import * as stepUp from '../../../domain/account/step-up.ts';
import { provenMemberOf } from '../../acting-member.ts';
import type { ApiApp, ApiContext } from '../../api-types.ts';
import { mountForMember } from '../../mount.ts';
import { refusalOf } from '../../refusal.ts';

/** Mounts the calls by which a member proves who they are, besides those of the codes. */
export function mountStepUp(app: ApiApp, context: ApiContext): void {
  mountForMember(app, context, getStepUp, async ({ query }, { member }) => {
    const outcome = await stepUp.proofMethodsOf(context, member.id);
    if (!outcome.ok) return refusalOf(outcome);
    const allowed_until = (await member.proofs.until(query.act))?.toISOString() ?? null;
    return { data: { allowed_until, methods: outcome.value } };
  });
  mountForMember(app, context, beginPasskeyProof, async (_request, { member }) => ({
    data: await stepUp.beginPasskeyProof(context, member.id),
  }));
  mountForMember(app, context, proveByPasskey, async ({ body }, call) => {
    // The contract has checked only the outline; the library checks the content.
    const response = body.response as unknown as AuthenticationResponseJSON;
    return proven(await stepUp.proveByPasskey(context, provenMemberOf(call), body.act, response));
  });
  mountForMember(app, context, proveByTotp, async ({ body }, call) =>
    proven(await stepUp.proveByTotp(context, provenMemberOf(call), body.act, body.code)),
  );
  mountForMember(app, context, proveByRecoveryCode, async ({ body }, call) => {
    const session = { ...provenMemberOf(call), device: call.device };
    return proven(await stepUp.proveByRecoveryCode(context, session, body.act, body.code));
  });
}

const proven = (outcome: Outcome<Date>) =>
  outcome.ok ? { data: { allowed_until: outcome.value.toISOString() } } : refusalOf(outcome);
