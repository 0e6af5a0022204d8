import { readDiscoveryDocument } from '@portal/shared-process/discovery';
import { safeAddressOf } from '@portal/shared-process/safe-address';

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
