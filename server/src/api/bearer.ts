import type { TokenHolder } from '../context.ts';
import type { ApiContext, ApiRequest } from './api-types.ts';
import { limitCall } from './limits.ts';
import { Refusal, refuse } from './refusal.ts';

/** RFC 6750, section 2.1. */
const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i;

/**
 * Who calls, by the bearer token, counted against their limit. A missing or wrong token is counted
 * for the address. The token is looked up every time: signing out is immediate.
 */
export async function identifyMember(
  context: ApiContext,
  c: ApiRequest,
): Promise<TokenHolder | Refusal> {
  const token = bearerToken(c);
  const found = token === undefined ? undefined : await context.findAccessToken(token);
  const limited = await limitCall(context, c, found?.memberId);
  if (limited instanceof Refusal) return limited;
  if (!found) return refuse('auth.unauthorized');
  c.set('memberId', found.memberId);
  return found;
}

/** The token as it was shown. */
export function bearerToken(c: ApiRequest): string | undefined {
  return BEARER.exec(c.req.header('authorization') ?? '')?.[1];
}
