import { ConfigError } from '../config.ts';
import { isSafeAddress } from './safe-address.ts';

/** The addresses of the provider that the server calls (OpenID Connect Discovery 1.0 §3). */
export type ProviderMetadata = {
  readonly issuer: string;
  readonly jwksUri: string | undefined;
  readonly userinfo: string | undefined;
  readonly introspection: string | undefined;
};

const TIMEOUT_MS = 10_000;

/**
 * Reads the discovery document of a provider, at start.
 * @throws ConfigError with one sentence if it cannot be used
 */
export async function readMetadata(issuer: string): Promise<ProviderMetadata> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const document = await documentAt(address);
  if (!document) {
    throw new ConfigError(`Please set OIDC_ISSUER to a provider that answers at ${address}.`);
  }
  // Discovery §4.3: the document must name the issuer it was requested from.
  if (document.issuer !== issuer) {
    throw new ConfigError(`Please set OIDC_ISSUER to ${String(document.issuer)}, exactly so.`);
  }
  return {
    issuer,
    jwksUri: addressOf(document.jwks_uri),
    userinfo: addressOf(document.userinfo_endpoint),
    introspection: addressOf(document.introspection_endpoint),
  };
}

async function documentAt(address: string): Promise<Record<string, unknown> | undefined> {
  try {
    const answer = await fetch(address, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const document: unknown = answer.ok && (await answer.json());
    return document && typeof document === 'object'
      ? (document as Record<string, unknown>)
      : undefined;
  } catch {
    // The caller names the address: the remedy is the same whatever failed.
    return undefined;
  }
}

const addressOf = (value: unknown): string | undefined =>
  typeof value === 'string' && isSafeAddress(value) ? value : undefined;
