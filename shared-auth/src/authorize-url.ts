import type { IdentityProviderConfig, Locale } from '@portal/shared-contract';
import { idpAddress, withQuery } from './idp-address.ts';

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
