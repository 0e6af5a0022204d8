import * as contract from '@portal/shared-contract';
import { maskEmail } from '@portal/shared-contract';
import { setPasswordByTicket, takeWelcomeLink } from '../../domain/getting-in/new-password.ts';
import { sendPublicCode, verifyPublicCode } from '../../domain/getting-in/public-codes.ts';
import { signUp } from '../../domain/getting-in/sign-up.ts';
import { unblock } from '../../domain/getting-in/unblock.ts';
import { listTermsInForce } from '../../domain/terms.ts';
import type { ApiApp, ApiContext } from '../api-types.ts';
import { mountPublic } from '../mount.ts';
import { refusalOf } from '../refusal.ts';
import { toSentCode } from './codes.ts';

/** The calls of who is not signed in (spec §7): sign-up, a new password, links in mails, the terms. */
export function mountGettingIn(app: ApiApp, context: ApiContext): void {
  mountPublic(app, context, contract.sendPublicCode, async ({ body }, { network }) =>
    toSentCode(await sendPublicCode(context, { ...body, network })),
  );
  mountPublic(app, context, contract.verifyPublicCode, async ({ body }) => {
    const outcome = await verifyPublicCode(context, body);
    if (!outcome.ok) return refusalOf(outcome);
    const { ticket, expiresAt } = outcome.value;
    const expires_at = expiresAt.toISOString();
    return { data: { type: body.type, ...(ticket !== undefined && { ticket }), expires_at } };
  });
  mountPublic(app, context, contract.signUp, async ({ body }, { device }) => {
    const { email, code, password, locale } = body;
    const { connection_ticket: connectionTicket, terms_version: termsVersion } = body;
    const request = { email, code, password, connectionTicket, termsVersion, locale, device };
    const outcome = await signUp(context, request);
    return outcome.ok ? { access_token: outcome.value.accessToken } : refusalOf(outcome);
  });
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
    return outcome.ok ? { data: { email: outcome.value.maskedEmail } } : refusalOf(outcome);
  });
  mountPublic(app, context, contract.unblock, async ({ query }) => {
    const outcome = await unblock(context, query.code);
    return outcome.ok ? { data: { status: outcome.value } } : refusalOf(outcome);
  });
  mountPublic(app, context, contract.listTerms, async () => ({
    data: (await listTermsInForce(context)).map(({ version, inForceFrom, changes }) => ({
      version,
      in_force_from: inForceFrom.toISOString(),
      changes,
    })),
  }));
}
