import { authorizeUrl } from './authorize-url.ts';
import { signOutUrl, tokenEndpoint } from './idp-address.ts';

const idp = { idpUrl: 'https://id.example/', clientId: 'portal', responseType: 'code' } as const;
const request = {
  redirectUri: 'https://portal.example/callback',
  scope: 'openid offline_access',
  challenge: 'c',
  state: 's',
  nonce: 'n',
  locale: 'en',
} as const;

// @proves 7.73 10.3
test('sends the listed parameters and no others', () => {
  const url = new URL(authorizeUrl(idp, request));
  expect(url.origin + url.pathname).toBe('https://id.example/authorize');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: 'code',
    redirect_uri: 'https://portal.example/callback',
    client_id: 'portal',
    code_challenge: 'c',
    code_challenge_method: 'S256',
    state: 's',
    nonce: 'n',
    scope: 'openid offline_access',
    ui_locale: 'en',
  });
});

// @proves 7.74
test('carries the sign-up token and extras, which replace no parameter', () => {
  const extras = { prompt: 'login', state: 'forged', redirect_uri: 'https://evil.example' };
  const { searchParams } = new URL(authorizeUrl(idp, { ...request, token: 't', extras }));
  expect(searchParams.get('token')).toBe('t');
  expect(searchParams.get('prompt')).toBe('login');
  expect(searchParams.getAll('state')).toEqual(['s']);
  expect(searchParams.get('redirect_uri')).toBe('https://portal.example/callback');
});

// @proves 10.3
test('tokens and the sign-out have their routes at the provider', () => {
  expect(tokenEndpoint(idp)).toBe('https://id.example/oauth/token');
  const { redirectUri, scope } = request;
  const silentRedirectUri = 'https://portal.example/silent-check.html';
  const returnTo = 'https://portal.example/';
  const out = new URL(signOutUrl({ ...idp, redirectUri, silentRedirectUri, scope, returnTo }));
  expect(out.origin + out.pathname).toBe('https://id.example/logout');
});
