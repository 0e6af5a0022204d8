import { issueConnectionTicket } from '@portal/server-accounts/sign-up/connection-tickets';
import { portalUrl } from '@portal/server-platform/pages/layout';
import { portalOrigins } from '@portal/server-platform/settings';
import type { Locale } from '@portal/shared-contract';
import type { Interaction } from 'oidc-provider';
import type { IdentityContext } from '../context.ts';
import type { Step } from '../sign-in/progress.ts';

type Params = Interaction['params'];
type LineStep = Extract<Step, { step: 'line' }>;

const STATE_SHAPE = /^[\w.~-]{1,200}$/;

/** The query with which the first page redirects to LINE. */
export const TO_LINE = '?method=line';

/** Whether to go straight to LINE, as the portal's sign-up asks: `connection=line&signup_state=…`. */
export function asksForLine({ connection }: Params): boolean {
  return connection === 'line';
}

/** The portal's own `state` of a sign-up with LINE; undefined for a sign-in. */
export function signUpStateOf({ connection, signup_state: state }: Params): string | undefined {
  return connection === 'line' && typeof state === 'string' && STATE_SHAPE.test(state)
    ? state
    : undefined;
}

/**
 * The sign-up page for an unknown LINE account, with a ticket for it. The ticket is in
 * the fragment, so that no server logs it. Undefined for a sign-in.
 */
export async function signUpUrlOf(
  context: IdentityContext,
  { params }: Interaction,
  { subject, email }: LineStep,
  locale: Locale,
): Promise<string | undefined> {
  const state = signUpStateOf(params);
  if (state === undefined) return undefined;
  const ticket = await issueConnectionTicket(context, { connection: 'line', subject });
  const portalOrigin = portalOf(context, params);
  const hash = new URLSearchParams({ connection_ticket: ticket, state, ...(email && { email }) });
  return `${portalUrl({ portalOrigin, locale }, '/signup/enter-email')}#${hash}`;
}

/** The portal's origin that the authorization request came from. */
function portalOf({ config }: IdentityContext, { redirect_uri: redirectUri }: Params): string {
  const asking = URL.parse(String(redirectUri))?.origin;
  return portalOrigins(config).find((origin) => origin === asking) ?? config.portalOrigin;
}
