import type { IdentityProviderConfig, ProviderEndpoints } from '@portal/shared-contract';
import { Refused } from '@portal/shared-process/command-line';
import {
  browserEndpoints,
  ConfigError,
  readDiscoveryDocument,
} from '@portal/shared-process/discovery';
import { webAddress } from './page-configuration.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The settings of an external identity provider, from its discovery document (OpenID Connect
 * Discovery 1.0 §4). They are read when the page is composed, so no member waits for them. The server
 * checks that provider's tokens by settings of its own (server/identity/src/other-provider/settings.ts).
 *
 * `OIDC_ISSUER` is the provider, `OIDC_SCOPE` the scope, and `OIDC_AUTHORIZE_PARAMS` any extra
 * parameters of the authorization request (`prompt=consent&audience=…`), `OIDC_SIGN_OUT_PARAMS` those of
 * the sign-out. `OIDC_ACCOUNT_URL` is where members set their password there.
 * @throws Refused with one sentence when the provider cannot be used
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
    endpoints: withSignOutParams(await endpointsOf(issuer), env.OIDC_SIGN_OUT_PARAMS),
    ...(scope && { scope }),
    ...(accountUrl && { accountUrl }),
    ...(params && { authorizeParams: Object.fromEntries(new URLSearchParams(params)) }),
  };
}

async function endpointsOf(issuer: string): Promise<ProviderEndpoints> {
  try {
    return browserEndpoints(await readDiscoveryDocument(issuer));
  } catch (cause) {
    if (cause instanceof ConfigError) throw new Refused(cause.message, { cause });
    throw cause;
  }
}

/** They are the endpoint's own query, to which the browser adds the standard's parameters. */
function withSignOutParams(
  endpoints: ProviderEndpoints,
  params: string | undefined,
): ProviderEndpoints {
  if (!params || !endpoints.endSession) return endpoints;
  const endSession = new URL(endpoints.endSession);
  for (const [name, value] of new URLSearchParams(params)) {
    endSession.searchParams.append(name, value);
  }
  return { ...endpoints, endSession: endSession.href };
}
