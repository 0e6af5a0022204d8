import type { Clock } from '@portal/server-platform/clock';
import { secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { ProviderUnavailableError } from '@portal/server-platform/provider-unavailable';
import { ConfigError } from '@portal/shared-process/config-error';
import * as oauth from 'oauth4webapi';
import { type CheckToken, readClaims } from './claims.ts';
import type { ProviderMetadata } from './metadata.ts';
import type { TokenCheck } from './settings.ts';

/** How long an answer holds: a token that the provider revokes is refused after this time. */
const ANSWER_MS = 30_000;
const TIMEOUT_MS = 5_000;
const MAX_ANSWERS = 10_000;

type Answer = { readonly until: number; readonly claims: ReturnType<CheckToken> };

/**
 * Asks the provider about each access token (RFC 7662). Answers are kept for a short time, never past
 * the token's expiry, and calls with one token share one question.
 */
export function createIntrospection(
  tokens: Extract<TokenCheck, { kind: 'introspection' }>,
  { issuer, introspection: endpoint }: ProviderMetadata,
  { clock, clientId }: { readonly clock: Clock; readonly clientId: string },
): CheckToken {
  if (!endpoint) {
    throw new ConfigError(
      'Please set OIDC_AUDIENCE instead of OIDC_INTROSPECTION_CLIENT_ID: the provider introspects no tokens.',
    );
  }
  const server: oauth.AuthorizationServer = { issuer, introspection_endpoint: endpoint };
  const client: oauth.Client = { client_id: tokens.clientId };
  const authentication = oauth.ClientSecretBasic(tokens.clientSecret);
  const answers = new Map<string, Answer>();

  async function ask(token: string): Promise<oauth.IntrospectionResponse> {
    try {
      const response = await oauth.introspectionRequest(server, client, authentication, token, {
        additionalParameters: { token_type_hint: 'access_token' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        [oauth.allowInsecureRequests]: new URL(endpoint ?? '').protocol === 'http:',
      });
      return await oauth.processIntrospectionResponse(server, client, response);
    } catch (cause) {
      throw new ProviderUnavailableError(cause);
    }
  }

  /** RFC 7662 §4: whether the token was issued for this API, by this provider, to this portal. */
  function isForUs({ aud, iss, client_id: tokenClient }: oauth.IntrospectionResponse): boolean {
    if (iss !== undefined && iss !== issuer) return false;
    const { audience } = tokens;
    return audience === undefined
      ? tokenClient === clientId
      : [aud].flat().some((one) => one === audience);
  }

  function remember(key: string, answer: Answer): void {
    answers.delete(key);
    answers.set(key, answer);
    // The oldest first: a map keeps the order of insertion.
    const [oldest] = answers.keys();
    if (answers.size > MAX_ANSWERS && oldest !== undefined) answers.delete(oldest);
  }

  return async (token) => {
    const now = clock.now().getTime();
    const key = secretHash(token);
    const known = answers.get(key);
    if (known && now < known.until) return known.claims;

    const claims = ask(token).then((answer) => {
      const expiresAt = answer.exp === undefined ? Number.POSITIVE_INFINITY : answer.exp * 1000;
      const isValid = answer.active && expiresAt > now && isForUs(answer);
      remember(key, { until: Math.min(now + ANSWER_MS, expiresAt), claims });
      return isValid ? readClaims(answer) : undefined;
    });
    remember(key, { until: now + TIMEOUT_MS, claims });
    claims.catch(() => answers.delete(key));
    return claims;
  };
}
