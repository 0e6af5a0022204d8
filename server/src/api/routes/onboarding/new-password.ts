import * as contract from '@portal/shared-contract';
import { maskEmail } from '@portal/shared-contract';
import { setPasswordByTicket, takeWelcomeLink } from '../../../domain/onboarding/new-password.ts';
import type { ApiApp, ApiContext } from '../../api-types.ts';
import { mountPublic } from '../../mount.ts';
import { refusalOf } from '../../refusal.ts';

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
  mountPublic(app, context, contract.setPasswordByTicket, async ({ body }, { device }) => {
    const { type, ticket, password } = body;
    const outcome = await setPasswordByTicket(context, { type, ticket }, password, device);
    if (!outcome.ok) return refusalOf(outcome);
    const { maskedEmail, devicePass } = outcome.value;
    return { data: { email: maskedEmail, device_token: devicePass } };
  });
}
