import { ProviderUnavailableError } from '@portal/server-endpoint/api';
import type { Clock } from '@portal/server-platform/clock';
import { secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { ConfigError } from '@portal/shared-process/command-line';
import { readDiscoveryDocument } from '@portal/shared-process/discovery';
import { safeAddressOf } from '@portal/shared-process/setting-values';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import * as oauth from 'oauth4webapi';
import { type CheckToken, readClaims } from './claims.ts';
import type { OtherProviderConfig, TokenCheck } from './settings.ts';

/** RFC 9068 §4 leaves a few moments for clocks that differ. */
const CLOCK_TOLERANCE_S = 30;
const KEYS_TIMEOUT_MS = 5_000;
/** Asymmetric ones only: a shared secret, or `none`, could be used by others to sign. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/**
 * The check of the provider's access tokens that the settings choose.
 * @throws ConfigError if the provider cannot do it
 */
export function createTokenCheck(
  { tokens }: OtherProviderConfig,
  metadata: ProviderMetadata,
  context: { readonly clock: Clock; readonly clientId: string },
): CheckToken {
  if (tokens.kind === 'introspection') return createIntrospection(tokens, metadata, context);
  const { issuer, jwksUri } = metadata;
  if (!jwksUri) {
    throw new ConfigError(
      'Please choose another OIDC_ISSUER: it publishes no keys, by which access tokens are checked.',
    );
  }
  const keys = createRemoteJWKSet(new URL(jwksUri), { timeoutDuration: KEYS_TIMEOUT_MS });
  return async (token) => {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        issuer,
        audience: tokens.audience,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: context.clock.now(),
        requiredClaims: ['exp', 'sub'],
      });
      return isAccessToken(protectedHeader.typ) ? readClaims(payload) : undefined;
    } catch (cause) {
      if (isTokenFault(cause)) return undefined;
      throw new ProviderUnavailableError(cause);
    }
  };
}

/** Many providers write `JWT` or nothing, so only a token that names another type is refused. */
const isAccessToken = (typ = 'jwt'): boolean => /^(application\/)?(at\+)?jwt$/i.test(typ);

/** Whether the token is at fault; else the provider's keys did not come. */
function isTokenFault(cause: unknown): boolean {
  return (
    cause instanceof errors.JOSEError &&
    !(cause instanceof errors.JWKSTimeout) &&
    !(cause instanceof errors.JWKSInvalid) &&
    // What jose throws for an answer of the keys' address that is not 200, or is no JSON.
    cause.code !== 'ERR_JOSE_GENERIC'
  );
}

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

/** The addresses of the provider that the server calls (OpenID Connect Discovery 1.0 §3). */
export type ProviderMetadata = {
  readonly issuer: string;
  readonly jwksUri: string | undefined;
  readonly userinfo: string | undefined;
  readonly introspection: string | undefined;
};

/**
 * Reads the addresses of a provider from its discovery document, at start.
 * @throws ConfigError with one sentence if it cannot be used
 */
export async function readMetadata(issuer: string): Promise<ProviderMetadata> {
  const document = await readDiscoveryDocument(issuer);
  return {
    issuer,
    jwksUri: safeAddressOf(document.jwks_uri),
    userinfo: safeAddressOf(document.userinfo_endpoint),
    introspection: safeAddressOf(document.introspection_endpoint),
  };
}
