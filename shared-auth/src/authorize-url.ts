import type { IdentityProviderConfig, Locale } from '@portal/shared-contract';

export type AuthorizeRequest = {
  readonly redirectUri: string;
  readonly scope: string;
  /** RFC 7636 S256 challenge of the verifier kept in this tab. */
  readonly challenge: string;
  readonly state: string;
  readonly nonce: string;
  readonly locale: Locale;
  /** Proof of a fresh sign-up (decisions.md «Sign-in»). */
  readonly token?: string | undefined;
  readonly extras?: Readonly<Record<string, string>> | undefined;
};

/** Spec §7: `{idp}/authorize`. Extras add to the request and never replace a part of it. */
export function authorizeUrl(
  idp: Pick<IdentityProviderConfig, 'idpUrl' | 'clientId' | 'responseType'>,
  request: AuthorizeRequest,
): string {
  const query = new URLSearchParams({
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
  });
  return `${idpAddress(idp, '/authorize')}?${query}`;
}

/** An address of the provider: the spec's paths are its real routes. */
export const idpAddress = (idp: { readonly idpUrl: string }, path: `/${string}`): string =>
  idp.idpUrl.replace(/\/+$/, '') + path;
