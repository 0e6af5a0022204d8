import type { Endpoint } from '@portal/shared-contract';
import type { ApiContext, ApiRequest } from './api-types.ts';
import type { TokenHolder } from './caller.ts';
import { callerDevice } from './caller-device.ts';
import { limitCall } from './limits.ts';
import { Refusal, refuse } from './refusal.ts';

/** RFC 6750 §2.1. */
const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i;

/**
 * Identifies the caller by the bearer token and counts the call against the member's limit. A
 * missing or wrong token counts for the caller's address. The token is looked up on every call, so
 * that signing out takes effect at once. A member who has not accepted the terms in
 * force is refused, except by a call that the contract marks `beforeTerms`.
 */
export async function identifyMember(
  context: ApiContext,
  c: ApiRequest,
  { beforeTerms = false }: Pick<Endpoint, 'beforeTerms'> = {},
): Promise<TokenHolder | Refusal> {
  const token = bearerToken(c);
  const found =
    token === undefined
      ? undefined
      : await context.findAccessToken(token, callerDevice(c, context));
  const limited = await limitCall(context, c, found?.memberId);
  if (limited instanceof Refusal) return limited;
  if (!found) return refuse((await problemOf(context, token)) ?? 'auth.unauthorized');
  if (!found.termsAccepted && !beforeTerms) return refuse('user.terms_outdated');
  c.set('memberId', found.memberId);
  return found;
}

/** Why somebody who has signed in at another identity provider is no member yet. */
async function problemOf({ otherAccounts }: ApiContext, token: string | undefined) {
  return token === undefined ? undefined : otherAccounts?.problemOf(token);
}

/** The bearer token of the request. */
export function bearerToken(c: ApiRequest): string | undefined {
  return BEARER.exec(c.req.header('authorization') ?? '')?.[1];
}
