import type { IdentityProviderConfig, ProviderEndpoints } from '@portal/shared-contract';
import {
  ConfigError,
  readDiscoveryDocument,
  safeAddressOf,
} from '@portal/shared-process/discovery';
import { webAddress } from './site-links.ts';
import { StartRefused } from './start-refused.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The settings of an external identity provider, from its discovery document (OpenID Connect
 * Discovery 1.0 §4). They are read when the page is composed, so no member waits for them. The server
 * checks that provider's tokens by settings of its own (server/identity/src/other-provider/settings.ts).
 *
 * `OIDC_ISSUER` is the provider, `OIDC_SCOPE` the scope, and `OIDC_AUTHORIZE_PARAMS` any extra
 * parameters of the authorization request (`prompt=consent&audience=…`). `OIDC_ACCOUNT_URL` is where
 * members set their password there.
 * @throws StartRefused with one sentence when the provider cannot be used
 */
export async function discoverProvider(
  env: Variables,
): Promise<Partial<IdentityProviderConfig> | undefined> {
  const { OIDC_ISSUER: issuer, OIDC_SCOPE: scope, OIDC_AUTHORIZE_PARAMS: params } = env;
  if (!issuer) return undefined;
  const accountUrl = webAddress(env, 'OIDC_ACCOUNT_URL');
  return {
    idpUrl: issuer,
    issuer,
    endpoints: await endpointsOf(issuer),
    ...(scope && { scope }),
    ...(accountUrl && { accountUrl }),
    ...(params && { authorizeParams: Object.fromEntries(new URLSearchParams(params)) }),
  };
}

async function endpointsOf(issuer: string): Promise<ProviderEndpoints> {
  const document = await documentOf(issuer);
  const methods = document.code_challenge_methods_supported;
  if (Array.isArray(methods) && !methods.includes('S256')) {
    throw new StartRefused('Please choose a provider with PKCE: OIDC_ISSUER does not know S256.');
  }
  const endSession = safeAddressOf(document.end_session_endpoint);
  const authorization = safeAddressOf(document.authorization_endpoint);
  const token = safeAddressOf(document.token_endpoint);
  if (!authorization || !token) {
    throw new StartRefused('Please choose another OIDC_ISSUER: it names no usable endpoints.');
  }
  return { authorization, token, ...(endSession && { endSession }) };
}

async function documentOf(issuer: string) {
  try {
    return await readDiscoveryDocument(issuer);
  } catch (cause) {
    if (cause instanceof ConfigError) throw new StartRefused(cause.message, { cause });
    throw cause;
  }
}
