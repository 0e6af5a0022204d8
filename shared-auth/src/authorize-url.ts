import type { IdentityProviderConfig, Locale } from '@portal/shared-contract';

export type AuthorizeRequest = {
  readonly redirectUri: string;
  readonly scope: string;
  /** RFC 7636 S256 challenge of the verifier kept in this tab. */
  readonly challenge: string;
  readonly state: string;
  readonly nonce: string;
  readonly locale: Locale;
  /** The access token of a fresh sign-up. */
  readonly token?: string | undefined;
  readonly extras?: Readonly<Record<string, string>> | undefined;
};

/** The address of an authorization request. Extras replace none of its parameters. */
export function authorizeUrl(
  idp: Pick<
    IdentityProviderConfig,
    'idpUrl' | 'clientId' | 'responseType' | 'endpoints' | 'authorizeParams'
  >,
  request: AuthorizeRequest,
): string {
  return withQuery(idp.endpoints?.authorization ?? idpAddress(idp, '/authorize'), {
    ...idp.authorizeParams,
    ...request.extras,
    response_type: idp.responseType,
    redirect_uri: request.redirectUri,
    client_id: idp.clientId,
    code_challenge: request.challenge,
    code_challenge_method: 'S256',
    state: request.state,
    nonce: request.nonce,
    scope: request.scope,
    ...(request.token !== undefined && { token: request.token }),
    ui_locale: request.locale,
    // OpenID Connect Core §3.1.2.1, for providers that are not ours.
    ...(idp.endpoints && { ui_locales: request.locale }),
  });
}

/**
 * The address of the sign-out: `{idp}/logout`, or RP-Initiated Logout 1.0 §2 at
 * another provider. Without a sign-out page there the member goes to `returnTo`.
 * @param idToken of the sign-in there: the provider need not ask who signs out
 */
export function signOutUrl(
  { endpoints, ...idp }: IdentityProviderConfig,
  idToken?: string,
): string {
  const { returnTo, clientId } = idp;
  if (!endpoints) {
    return withQuery(idpAddress(idp, '/logout'), { returnTo, client_id: clientId });
  }
  const query = {
    post_logout_redirect_uri: returnTo,
    client_id: clientId,
    ...(idToken && { id_token_hint: idToken }),
  };
  return endpoints.endSession ? withQuery(endpoints.endSession, query) : returnTo;
}

/** The address of the token endpoint. */
export const tokenEndpoint = (idp: Pick<IdentityProviderConfig, 'idpUrl' | 'endpoints'>): string =>
  idp.endpoints?.token ?? idpAddress(idp, '/oauth/token');

/** An address of the provider by one of its routes. */
export const idpAddress = (idp: { readonly idpUrl: string }, path: `/${string}`): string =>
  idp.idpUrl.replace(/\/+$/, '') + path;

/** RFC 6749 §3.1: an endpoint may have a query of its own, which stays. */
const withQuery = (address: string, query: Readonly<Record<string, string>>): string =>
  `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(query)}`;
