import { portalOrigins } from '@portal/server-platform/settings';
import type { ClientMetadata } from 'oidc-provider';
import type { IdentitySettings } from './settings.ts';

export const ROUTES = {
  authorize: '/authorize',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  logout: '/logout',
  logoutConfirm: '/logout/confirm',
  logoutDone: '/logout/success',
  jwks: '/jwks',
  discovery: '/.well-known/openid-configuration',
  changePassword: '/.well-known/change-password',
  oauthMetadata: '/.well-known/oauth-authorization-server',
  userinfo: '/oidc/userinfo',
  passports: '/passports',
  signIn: '/sign-in',
  connections: '/connections',
  /** The connection's name follows, here and in `connectReturn`. */
  connect: '/connections/connect',
  connectReturn: '/connections/callback',
} as const;

/** The scopes of the portal: the member's identity, profile and a refresh token. */
export const SCOPES = ['openid', 'offline_access', 'profile'] as const;

/** The only client, public in a browser. RFC 8252 does not apply, so redirect addresses compare exactly. */
export function portalClient(config: IdentitySettings): ClientMetadata {
  const { clientId, brand } = config;
  const origins = portalOrigins(config);
  return {
    client_id: clientId,
    client_name: brand.name.en,
    'client_name#ja': brand.name.ja,
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    response_modes: ['query'],
    scope: SCOPES.join(' '),
    // Every ID token says when the member signed in.
    require_auth_time: true,
    redirect_uris: [
      ...origins.flatMap((origin) => [`${origin}/callback`, `${origin}/silent-check.html`]),
      config.idpOrigin + ROUTES.passports,
    ],
    post_logout_redirect_uris: origins.flatMap((origin) => [
      `${origin}/`,
      origin,
      `${origin}/en`,
      `${origin}/en/`,
    ]),
  };
}
