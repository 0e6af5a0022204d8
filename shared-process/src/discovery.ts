import { ConfigError } from './command-line.ts';
import { safeAddressOf } from './setting-values.ts';

export { ConfigError, safeAddressOf };

const TIMEOUT_MS = 10_000;

/**
 * The discovery document of an OpenID provider (OpenID Connect Discovery 1.0 §4).
 * @param issuer the provider, exactly as its document names it
 * @param setting the name of the setting that has it
 * @throws ConfigError with one sentence if there is none, or it is of another issuer
 */
export async function readDiscoveryDocument(
  issuer: string,
  setting = 'OIDC_ISSUER',
): Promise<Readonly<Record<string, unknown>>> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const document = await documentAt(address);
  if (!document) {
    throw new ConfigError(`Please set ${setting} to a provider that answers at ${address}.`);
  }
  // Discovery §4.3: the document must name the issuer it was requested from.
  if (document.issuer !== issuer) {
    throw new ConfigError(`Please set ${setting} to ${String(document.issuer)}, exactly so.`);
  }
  return document;
}

/**
 * The addresses that browsers use of a provider.
 * @throws ConfigError with one sentence if it cannot be used by a public client
 */
export function browserEndpoints(document: Readonly<Record<string, unknown>>): {
  readonly authorization: string;
  readonly token: string;
  readonly endSession?: string;
} {
  const methods = document.code_challenge_methods_supported;
  if (Array.isArray(methods) && !methods.includes('S256')) {
    throw new ConfigError('Please choose a provider with PKCE: OIDC_ISSUER does not know S256.');
  }
  const endSession = safeAddressOf(document.end_session_endpoint);
  const authorization = safeAddressOf(document.authorization_endpoint);
  const token = safeAddressOf(document.token_endpoint);
  if (!authorization || !token) {
    throw new ConfigError('Please choose another OIDC_ISSUER: it names no usable endpoints.');
  }
  return { authorization, token, ...(endSession && { endSession }) };
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
