import type { RequestDevice } from '@portal/server-members/devices';
import { err, Refusal } from '@portal/server-platform/outcome';
import type { Endpoint } from '@portal/shared-contract';
import type { ApiContext, ApiRequest, TokenHolder } from './api.ts';
import { limitCall } from './limits.ts';

/** RFC 6750 §2.1. */
const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i;

/**
 * Identifies the caller by the bearer token and counts the call against the member's limit. A missing or wrong token
 * counts for the caller's address. The token is looked up on every call, so that signing out takes effect at once. A
 * member who has not accepted the terms in force is refused, except by a call that the contract marks `beforeTerms`.
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
  if (!found) return err((await problemOf(context, token)) ?? 'auth.unauthorized');
  if (!found.termsAccepted && !beforeTerms) return err('user.terms_outdated');
  c.set('memberId', found.memberId);
  return found;
}

/** Why somebody who has signed in at another identity provider is no member yet. */
async function problemOf({ otherAccounts }: ApiContext, token: string | undefined) {
  return token === undefined ? undefined : otherAccounts?.problemOf(token);
}

export function bearerToken(c: ApiRequest): string | undefined {
  return BEARER.exec(c.req.header('authorization') ?? '')?.[1];
}

/** Edges send XX for an unknown country and T1 for Tor. */
const COUNTRY = /^(?!XX)[A-Z]{2}$/;

/** The caller's country by the edge. The header counts only from a trusted proxy, since anybody can send it. */
export function countryOf(c: ApiRequest, { config }: ApiContext): string | undefined {
  const isProxy = config.trustedProxies.trusts(c.env?.incoming?.socket.remoteAddress);
  const named = isProxy && config.countryHeader ? c.req.header(config.countryHeader) : undefined;
  return named && COUNTRY.test(named) ? named : undefined;
}

/** The device that a call comes from, for the member's list of activities. */
export function callerDevice(c: ApiRequest, context: ApiContext): RequestDevice {
  return { userAgent: c.req.header('user-agent'), country: countryOf(c, context) };
}
