import { ConfigError } from './config-error.ts';

export { safeAddressOf } from './safe-address.ts';
export { ConfigError };

const TIMEOUT_MS = 10_000;

/**
 * The discovery document of an OpenID provider (OpenID Connect Discovery 1.0 §4).
 * @param issuer the provider, exactly as its document names it
 * @throws ConfigError with one sentence if there is none, or it is of another issuer
 */
export async function readDiscoveryDocument(
  issuer: string,
): Promise<Readonly<Record<string, unknown>>> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const document = await documentAt(address);
  if (!document) {
    throw new ConfigError(`Please set OIDC_ISSUER to a provider that answers at ${address}.`);
  }
  // Discovery §4.3: the document must name the issuer it was requested from.
  if (document.issuer !== issuer) {
    throw new ConfigError(`Please set OIDC_ISSUER to ${String(document.issuer)}, exactly so.`);
  }
  return document;
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
