import type { IdentityProviderConfig } from '@portal/shared-contract';

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
export const withQuery = (address: string, query: Readonly<Record<string, string>>): string =>
  `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(query)}`;
