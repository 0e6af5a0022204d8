/** The identity provider's paths. */
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
