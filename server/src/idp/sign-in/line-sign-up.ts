import type { Locale } from '@portal/shared-contract';
import type { Interaction } from 'oidc-provider';
import type { ServerContext } from '../../context.ts';
import { issueConnectionTicket } from '../../domain/connection-tickets.ts';
import { portalOrigins } from '../client.ts';
import { portalUrl } from '../pages/layout.ts';
import type { Step } from './attempt.ts';

type Params = Interaction['params'];
type LineStep = Extract<Step, { step: 'line' }>;

const STATE_SHAPE = /^[\w.~-]{1,200}$/;

/** Sends the first page of a sign-in on to LINE. */
export const TO_LINE = '?way=line';

/** The portal's sign-up by LINE goes straight there: `connection=line&signup_state=…`. */
export function asksForLine({ connection }: Params): boolean {
  return connection === 'line';
}

/** The portal's own value, which tells its pages that they have asked; undefined at a mere sign-in. */
export function signUpStateOf({ connection, signup_state: state }: Params): string | undefined {
  return connection === 'line' && typeof state === 'string' && STATE_SHAPE.test(state)
    ? state
    : undefined;
}

/**
 * Where a person whom nobody knows here goes on to sign up, with a ticket for their LINE account.
 * All of it stands behind `#`: no server and no log sees it. Undefined at a mere sign-in.
 */
export async function signUpUrlOf(
  context: ServerContext,
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

/** The one of the portal's origins that has asked. */
function portalOf({ config }: ServerContext, { redirect_uri: redirectUri }: Params): string {
  const asking = URL.parse(String(redirectUri))?.origin;
  return portalOrigins(config).find((origin) => origin === asking) ?? config.portalOrigin;
}
