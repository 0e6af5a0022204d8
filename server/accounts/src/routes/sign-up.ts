import { answerData } from '@portal/server-endpoint/answers';
import type { ApiApp, ApiContext } from '@portal/server-endpoint/api';
import { mountPublic } from '@portal/server-endpoint/mount';
import type { AccountContext } from '@portal/server-members/account-context';
import { lockMember } from '@portal/server-members/members';
import { toCamelCase } from '@portal/server-platform/case';
import { withTransaction } from '@portal/server-platform/database/database';
import { resetAttempts } from '@portal/server-platform/limits/attempt-limit';
import { err, type Outcome, ok, Refusal } from '@portal/server-platform/outcome';
import * as contract from '@portal/shared-contract';
import { maskEmail } from '@portal/shared-contract';
import { issueDevicePass } from '../browsers/known-devices.ts';
import { allowLockEmail, takeMailLink } from '../mail-links/mail-links.ts';
import { forgetAttempts } from '../password/credentials.ts';
import * as newPassword from '../sign-up/new-password.ts';
import { sendPublicCode, verifyPublicCode } from '../sign-up/public-codes.ts';
import { signUp } from '../sign-up/sign-up.ts';
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

type UnblockOutcome =
  | { readonly status: 'unblocked'; readonly devicePass: string }
  | { readonly status: 'already_done' };

/**
 * Takes the link of the message about a lock and ends the lock: somebody who reads the account's
 * email may try again at once. The browser is then known for the account, so
 * that whoever locks the account again does not stop the sign-in that follows.
 */
function unblock(context: AccountContext, code: string): Promise<Outcome<UnblockOutcome>> {
  return withTransaction(context, async (tx): Promise<Outcome<UnblockOutcome>> => {
    const link = await takeMailLink(tx, 'unblock', code);
    if (link.kind === 'used_before') return ok({ status: 'already_done' });
    if (link.kind === 'unknown') return err('token.not_found');
    const member = await lockMember(tx, link.row.memberId);
    if (!member || member.email !== link.row.target) return err('token.not_found');
    await forgetAttempts(tx, member.email);
    await resetAttempts(tx, member.id);
    await allowLockEmail(tx, member.id);
    return ok({ status: 'unblocked', devicePass: issueDevicePass(tx, member.id) });
  });
}
