import { UNREACHABLE } from '@portal/shared-api';
import type { IdentityProviderConfig } from '@portal/shared-contract';
import * as oauth from 'oauth4webapi';
import { idpAddress } from './authorize-url.ts';

/**
 * The protocol with the identity provider, spoken by oauth4webapi: OpenID Connect Core §3.1,
 * RFC 6749 §4.1 and §6, RFC 7636, RFC 9207. Loaded on demand: no first view needs it.
 */

/** Where the browser and the provider talk: the provider's address and what speaks to it. */
export type Provider = {
  readonly idp: IdentityProviderConfig;
  readonly fetch: typeof globalThis.fetch;
};

export type CodeExchange = {
  /** The query string that the provider sent back. */
  readonly search: string;
  readonly redirectUri: string;
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
};

export type ExchangedCode = {
  readonly ok: true;
  readonly subject: string;
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** RFC 6749 §5.1 `expires_in`, in seconds. */
  readonly expiresIn?: number;
};
export type ProtocolFailure = {
  readonly ok: false;
  /**
   * `state_mismatch`, `invalid_response`, `unreachable`, or the provider's own error
   * (`login_required`, `access_denied`, `invalid_grant`, …).
   */
  readonly error: string;
  readonly description?: string;
};

/** One token request; a slow phone's worst, and twice that is still inside the replay's 10 s. */
export const TOKEN_REQUEST_MS = 4500;
/**
 * Members' clocks are wrong. The ID token comes straight from the provider and carries the nonce of
 * this very request, so its age adds no safety here; only an absurd clock is refused.
 */
const CLOCK_TOLERANCE_S = 24 * 60 * 60;
/** Errors of oauth4webapi for what no provider says. */
const NOT_THE_PROVIDER: readonly string[] = [
  oauth.RESPONSE_IS_NOT_CONFORM,
  oauth.RESPONSE_IS_NOT_JSON,
  oauth.PARSE_ERROR,
];
const SIGNING_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];

/** Checks the provider's answer to an authorization and turns its code into tokens. */
export async function exchangeCode(
  provider: Provider,
  exchange: CodeExchange,
): Promise<ExchangedCode | ProtocolFailure> {
  const { server, client, options } = speakTo(provider);
  const answer = new URLSearchParams(exchange.search);
  if (answer.get('state') !== exchange.state) return { ok: false, error: 'state_mismatch' };
  return expectFailures(async () => {
    const parameters = oauth.validateAuthResponse(server, client, answer, exchange.state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      exchange.redirectUri,
      exchange.verifier,
      options(),
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
    };
  });
}

export type Renewed = {
  readonly ok: true;
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** RFC 6749 §5.1 `expires_in`, in seconds. */
  readonly expiresIn?: number;
};

/** Spec §7: grant_type refresh_token with client_id, refresh_token and redirect_uri. */
export function renewTokens(
  provider: Provider,
  refreshToken: string,
): Promise<Renewed | ProtocolFailure> {
  const { server, client, options } = speakTo(provider);
  return expectFailures(async () => {
    const response = await oauth.refreshTokenGrantRequest(
      server,
      client,
      oauth.None(),
      refreshToken,
      { ...options(), additionalParameters: { redirect_uri: provider.idp.redirectUri } },
    );
    const tokens = await oauth.processRefreshTokenResponse(server, client, response);
    return {
      ok: true,
      accessToken: tokens.access_token,
      ...(tokens.refresh_token !== undefined && { refreshToken: tokens.refresh_token }),
      ...(tokens.expires_in !== undefined && { expiresIn: tokens.expires_in }),
    };
  });
}

function speakTo({ idp, fetch }: Provider) {
  const server: oauth.AuthorizationServer = {
    issuer: idp.issuer ?? idp.idpUrl,
    token_endpoint: idp.endpoints?.token ?? idpAddress(idp, '/oauth/token'),
    id_token_signing_alg_values_supported: SIGNING_ALGORITHMS,
  };
  const client: oauth.Client = {
    client_id: idp.clientId,
    [oauth.clockTolerance]: CLOCK_TOLERANCE_S,
  };
  const options = () => ({
    [oauth.customFetch]: fetch as (url: string, options: object) => Promise<Response>,
    // Plain http for a provider on this machine alone.
    [oauth.allowInsecureRequests]: isLocal(idp.idpUrl),
    signal: AbortSignal.timeout(TOKEN_REQUEST_MS),
  });
  return { server, client, options };
}

const isLocal = (url: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);

/** oauth4webapi throws for whatever is not a success; each of its classes is one of our values. */
async function expectFailures<T>(work: () => Promise<T>): Promise<T | ProtocolFailure> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError) {
      return refused(error.error, error.error_description);
    }
    if (error instanceof oauth.ResponseBodyError) {
      // RFC 6749 §5.2 errors are of status 400 or 401; a provider in trouble has not judged the request.
      if (error.status >= 500 || error.status === 429) return { ok: false, error: UNREACHABLE };
      return refused(error.error, error.error_description);
    }
    if (error instanceof oauth.OperationProcessingError) {
      // A status without an OAuth error, a body that is no JSON: a proxy spoke, not the provider.
      const unheard = error.code !== undefined && NOT_THE_PROVIDER.includes(error.code);
      return { ok: false, error: unheard ? UNREACHABLE : 'invalid_response' };
    }
    if (
      error instanceof oauth.UnsupportedOperationError ||
      error instanceof oauth.WWWAuthenticateChallengeError
    ) {
      return { ok: false, error: 'invalid_response' };
    }
    // The network failed or the time was up; both reach us as what fetch rejects with.
    if (isFetchFailure(error)) return { ok: false, error: UNREACHABLE };
    throw error;
  }
}

const refused = (error: string, description?: string): ProtocolFailure => ({
  ok: false,
  error,
  ...(description !== undefined && { description }),
});

const isFetchFailure = (error: unknown): boolean =>
  error instanceof Error && ['TypeError', 'TimeoutError', 'AbortError'].includes(error.name);
