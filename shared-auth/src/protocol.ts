import { UNREACHABLE } from '@portal/shared-api';
import { limitsOf } from '@portal/shared-contract/limits';
import * as oauth from 'oauth4webapi';
import { tokenEndpoint } from './idp-address.ts';
import type { ProtocolFailure, Provider } from './provider.ts';

export { keepsBrowserKey, proveBrowser } from './browser-key.ts';

/**
 * The protocol with the identity provider, by oauth4webapi: OpenID Connect Core §3.1, RFC 6749 §4.1,
 * RFC 7636, RFC 9207. Loaded on demand, since no first view needs it; refresh-grant.ts renews tokens.
 */

export type CodeExchange = {
  /** The query string that the provider sent back. */
  readonly search: string;
  readonly redirectUri: string;
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
  /** The proof of the browser's key, to which the server binds the session. */
  readonly browserProof?: string | undefined;
  /** The browser keeps its key and proves each renewal, so that the refresh token may be bound to it. */
  readonly provesRenewals?: boolean;
};

export type ExchangedCode = {
  readonly ok: true;
  readonly subject: string;
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** RFC 6749 §5.1 `expires_in`, in seconds. */
  readonly expiresIn?: number;
  /** For the sign-out at another provider, which would else ask the member. */
  readonly idToken?: string;
};
/**
 * Devices' clocks are often wrong. The ID token comes directly from the provider and carries the nonce
 * of this request, so its age adds no safety here; only an absurd clock is refused.
 */
const CLOCK_TOLERANCE_S = 365 * 24 * 60 * 60;
/** Errors of oauth4webapi for answers that come from a proxy. */
const NOT_FROM_THE_PROVIDER: readonly string[] = [
  oauth.RESPONSE_IS_NOT_CONFORM,
  oauth.RESPONSE_IS_NOT_JSON,
  oauth.PARSE_ERROR,
];
const SIGNING_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];

/** Checks the provider's answer to an authorization and exchanges its code for tokens. */
export async function exchangeCode(
  provider: Provider,
  exchange: CodeExchange,
): Promise<ExchangedCode | ProtocolFailure> {
  const { server, client, options } = clientFor(provider);
  const answer = new URLSearchParams(exchange.search);
  if (answer.get('state') !== exchange.state) return { ok: false, error: 'state_mismatch' };
  return catchFailures(async () => {
    const parameters = oauth.validateAuthResponse(server, client, answer, exchange.state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      exchange.redirectUri,
      exchange.verifier,
      {
        ...options(),
        ...(exchange.browserProof && {
          additionalParameters: {
            dpop_proof: exchange.browserProof,
            ...(exchange.provesRenewals && { dpop_renewals: '1' }),
          },
        }),
      },
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: exchange.nonce,
      requireIdToken: true,
    });
    const subject = oauth.getValidatedIdTokenClaims(tokens)?.sub ?? '';
    return {
      ok: true,
      subject,
      accessToken: tokens.access_token,
      ...(tokens.refresh_token !== undefined && { refreshToken: tokens.refresh_token }),
      ...(tokens.expires_in !== undefined && { expiresIn: tokens.expires_in }),
      ...(provider.idp.endpoints && tokens.id_token && { idToken: tokens.id_token }),
    };
  });
}

function clientFor(provider: Provider) {
  const { idp, fetch } = provider;
  const server: oauth.AuthorizationServer = {
    issuer: idp.issuer ?? idp.idpUrl,
    token_endpoint: tokenEndpoint(idp),
    id_token_signing_alg_values_supported: SIGNING_ALGORITHMS,
  };
  const client: oauth.Client = {
    client_id: idp.clientId,
    [oauth.clockTolerance]: CLOCK_TOLERANCE_S,
  };
  const options = () => ({
    [oauth.customFetch]: fetch as (url: string, options: object) => Promise<Response>,
    // Plain http only for a provider on this machine.
    [oauth.allowInsecureRequests]: isLocal(idp.idpUrl),
    signal: AbortSignal.timeout(limitsOf(provider).token),
  });
  return { server, client, options };
}

const isLocal = (url: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);

/** oauth4webapi throws for every failure; each of its error classes becomes a value. */
async function catchFailures<T>(work: () => Promise<T>): Promise<T | ProtocolFailure> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError) {
      return failureOf(error.error, error.error_description);
    }
    if (error instanceof oauth.ResponseBodyError) {
      // RFC 6749 §5.2 errors have status 400 or 401; with any of these the provider has not decided.
      if (error.status >= 500 || error.status === 429) return { ok: false, error: UNREACHABLE };
      return failureOf(error.error, error.error_description);
    }
    if (error instanceof oauth.OperationProcessingError) {
      // A status without an OAuth error, or a body that is no JSON, comes from a proxy.
      const isFromProxy = error.code !== undefined && NOT_FROM_THE_PROVIDER.includes(error.code);
      return { ok: false, error: isFromProxy ? UNREACHABLE : 'invalid_response' };
    }
    if (
      error instanceof oauth.UnsupportedOperationError ||
      error instanceof oauth.WWWAuthenticateChallengeError
    ) {
      return { ok: false, error: 'invalid_response' };
    }
    // fetch rejects when the network fails and when the time is up.
    if (isFetchFailure(error)) return { ok: false, error: UNREACHABLE };
    throw error;
  }
}

const failureOf = (error: string, description?: string): ProtocolFailure => ({
  ok: false,
  error,
  ...(description !== undefined && { description }),
});

const isFetchFailure = (error: unknown): boolean =>
  error instanceof Error && ['TypeError', 'TimeoutError', 'AbortError'].includes(error.name);
