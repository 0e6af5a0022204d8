import { answerData } from '@portal/server-endpoint/answers';
import type { ApiApp, ApiContext } from '@portal/server-endpoint/api';
import { mountPublic } from '@portal/server-endpoint/mount';
import { toCamelCase } from '@portal/server-platform/case';
import { Refusal } from '@portal/server-platform/outcome';
import * as contract from '@portal/shared-contract';
import { maskEmail } from '@portal/shared-contract';
import * as newPassword from '../sign-up/new-password.ts';
import { sendPublicCode, verifyPublicCode } from '../sign-up/public-codes.ts';
import { signUp } from '../sign-up/sign-up.ts';
import { unblock } from '../sign-up/unblock.ts';
import { toSentCode } from './account.ts';

/** The calls of somebody who is not signed in: sign-up, a new password, and the end of a lock. */
export function mountSignUp(app: ApiApp, context: ApiContext): void {
  mountPublic(app, context, contract.sendPublicCode, async ({ body }, call) => {
    const sent = await sendPublicCode(context, { ...call, ...body });
    if (!sent.ok) return sent;
    const answer = toSentCode(sent);
    return answer instanceof Refusal ? answer : { ...answer, request: sent.value.request };
  });
  mountPublic(app, context, contract.verifyPublicCode, async ({ body }, { network }) =>
    answerData(await verifyPublicCode(context, { ...body, network }), ({ ticket, expiresAt }) => ({
      type: body.type,
      ...(ticket !== undefined && { ticket }),
      expires_at: expiresAt.toISOString(),
    })),
  );
  mountPublic(app, context, contract.signUp, async ({ body }, { device, network }) => {
    const outcome = await signUp(context, { ...toCamelCase(body), device, network });
    return outcome.ok ? { access_token: outcome.value.accessToken } : outcome;
  });

  mountPublic(app, context, contract.verifyLink, async ({ body }, { device }) =>
    answerData(await newPassword.takeWelcomeLink(context, body.code, device), (taken) => {
      if (taken.status === 'already_done') return taken;
      const { status, ticket, member } = taken;
      return { status, ticket, email: maskEmail(member.email), password_set: member.passwordSet };
    }),
  );
  mountPublic(app, context, contract.beginResetSecondStep, async ({ body }) =>
    answerData(await newPassword.beginResetSecondStep(context, body)),
  );
  mountPublic(app, context, contract.proveResetSecondStep, async ({ body }, { device }) => {
    // The contract has checked only the outline of a passkey's answer; the library checks the content.
    const given = body.second_step as newPassword.ResetSecondStep;
    return answerData(
      await newPassword.proveResetSecondStep(context, body, given, device),
      ({ ticket, expiresAt }) => ({ ticket, expires_at: expiresAt.toISOString() }),
    );
  });
  mountPublic(app, context, contract.setPasswordByTicket, async ({ body }, { device }) => {
    const { type, ticket, password } = body;
    return answerData(
      await newPassword.setPasswordByTicket(context, { type, ticket }, password, device),
      ({ maskedEmail, devicePass }) => ({ email: maskedEmail, device_token: devicePass }),
    );
  });
  mountPublic(app, context, contract.unblock, async ({ query }) =>
    answerData(await unblock(context, query.code), ({ status, ...more }) => ({
      status,
      ...('devicePass' in more && { device_token: more.devicePass }),
    })),
  );
}
