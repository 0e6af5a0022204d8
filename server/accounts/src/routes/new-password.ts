import type { ApiApp, ApiContext } from '@portal/server-endpoint/api-types';
import { mountPublic } from '@portal/server-endpoint/mount';
import { refusalOf } from '@portal/server-endpoint/refusal';
import * as contract from '@portal/shared-contract';
import { maskEmail } from '@portal/shared-contract';
import { setPasswordByTicket, takeWelcomeLink } from '../sign-up/new-password.ts';
import * as secondStep from '../sign-up/reset-second-step.ts';

/**
 * Mounts the calls that take the link of a welcome message, and set a password with the ticket of a
 * link or a code.
 */
export function mountNewPassword(app: ApiApp, context: ApiContext): void {
  mountPublic(app, context, contract.verifyLink, async ({ body }, { device }) => {
    const outcome = await takeWelcomeLink(context, body.code, device);
    if (!outcome.ok) return refusalOf(outcome);
    if (outcome.value.status === 'already_done') return { data: outcome.value };
    const { status, ticket, member } = outcome.value;
    const { email, passwordSet: password_set } = member;
    return { data: { status, ticket, email: maskEmail(email), password_set } };
  });
  mountPublic(app, context, contract.beginResetSecondStep, async ({ body }) => {
    const outcome = await secondStep.beginResetSecondStep(context, body);
    return outcome.ok ? { data: outcome.value } : refusalOf(outcome);
  });
  mountPublic(app, context, contract.proveResetSecondStep, async ({ body }, { device }) => {
    // The contract has checked only the outline of a passkey's answer; the library checks the content.
    const given = body.second_step as secondStep.ResetSecondStep;
    const outcome = await secondStep.proveResetSecondStep(context, body, given, device);
    if (!outcome.ok) return refusalOf(outcome);
    const { ticket, expiresAt } = outcome.value;
    return { data: { ticket, expires_at: expiresAt.toISOString() } };
  });
  mountPublic(app, context, contract.setPasswordByTicket, async ({ body }, { device }) => {
    const { type, ticket, password } = body;
    const outcome = await setPasswordByTicket(context, { type, ticket }, password, device);
    if (!outcome.ok) return refusalOf(outcome);
    const { maskedEmail, devicePass } = outcome.value;
    return { data: { email: maskedEmail, device_token: devicePass } };
  });
}
