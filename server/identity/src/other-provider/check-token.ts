import type { Clock } from '@portal/server-platform/clock';
import { ProviderUnavailableError } from '@portal/server-platform/provider-unavailable';
import { ConfigError } from '@portal/shared-process/config-error';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { type CheckToken, readClaims } from './claims.ts';
import { createIntrospection } from './introspect.ts';
import type { ProviderMetadata } from './metadata.ts';
import type { OtherProviderConfig } from './settings.ts';

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
