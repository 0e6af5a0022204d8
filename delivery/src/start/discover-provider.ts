import type { IdentityProviderConfig, ProviderEndpoints } from '@portal/shared-contract';
import { webAddress } from './site-links.ts';
import { StartRefused } from './start-refused.ts';

type Variables = Readonly<Record<string, string | undefined>>;

const TIMEOUT_MS = 10_000;

/**
 * The settings of an external identity provider, from its discovery document (OpenID Connect
 * Discovery 1.0 §4). They are read when the page is composed, so no member waits for them. The server
 * checks that provider's tokens by settings of its own (server/src/other-provider/settings.ts).
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
    endpoints: endpointsOf(issuer, await documentOf(issuer)),
    ...(scope && { scope }),
    ...(accountUrl && { accountUrl }),
    ...(params && { authorizeParams: Object.fromEntries(new URLSearchParams(params)) }),
  };
}

async function documentOf(issuer: string): Promise<Readonly<Record<string, unknown>>> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const document: unknown = answer.ok && (await answer.json());
    if (document && typeof document === 'object') return document as Record<string, unknown>;
  } catch {
    // Reported below, like a document that cannot be used: the remedy is the same.
  }
  throw new StartRefused(`Please set OIDC_ISSUER to a provider that answers at ${address}.`);
}

function endpointsOf(
  issuer: string,
  document: Readonly<Record<string, unknown>>,
): ProviderEndpoints {
  // Discovery §4.3: the document must name the issuer it was requested from.
  if (document.issuer !== issuer) {
    throw new StartRefused(`Please set OIDC_ISSUER to ${String(document.issuer)}, exactly so.`);
  }
  const methods = document.code_challenge_methods_supported;
  if (Array.isArray(methods) && !methods.includes('S256')) {
    throw new StartRefused('Please choose a provider with PKCE: OIDC_ISSUER does not know S256.');
  }
  const endSession = addressOf(document.end_session_endpoint);
  const authorization = addressOf(document.authorization_endpoint);
  const token = addressOf(document.token_endpoint);
  if (!authorization || !token) {
    throw new StartRefused('Please choose another OIDC_ISSUER: it names no usable endpoints.');
  }
  return { authorization, token, ...(endSession && { endSession }) };
}

/** An endpoint's address: https, or http on this machine only, since tokens are sent there. */
function addressOf(value: unknown): string | undefined {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  const local = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1';
  return url && (url.protocol === 'https:' || (local && url.protocol === 'http:'))
    ? url.href
    : undefined;
}
