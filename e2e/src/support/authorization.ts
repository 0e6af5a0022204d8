import { createHash, randomBytes } from 'node:crypto';
import type { Locale } from '@portal/shared-contract';
import type { Addresses } from './portal.ts';

/** An authorization request of the portal (RFC 6749 §4.1.1, RFC 7636), made without the portal. */
export type AuthorizationRequest = {
  readonly url: string;
  readonly redirectUri: string;
  /** Base64url, 32 bytes. */
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
};

/** The request that the portal sends to the identity provider. @param extra further parameters, over the portal's */
export function authorizationRequest(
  { portal, idp }: Pick<Addresses, 'portal' | 'idp'>,
  locale: Locale,
  extra: Readonly<Record<string, string>> = {},
): AuthorizationRequest {
  const random = () => randomBytes(32).toString('base64url');
  const [verifier, state, nonce] = [random(), random(), random().slice(0, 32)];
  const redirectUri = `${portal}/callback`;
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'portal',
    redirect_uri: redirectUri,
    scope: 'openid offline_access profile',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state,
    nonce,
    ui_locale: locale,
    ...extra,
  });
  return { url: `${idp}/authorize?${query}`, redirectUri, verifier, state, nonce };
}
