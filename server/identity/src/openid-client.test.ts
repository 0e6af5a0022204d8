import { createBrowser, type TestBrowser, type Visit } from '@portal/server-testing/idp/browser';
import { PORTAL, sharedIdp } from '@portal/server-testing/idp/idp';
import { MEMBER } from '@portal/server-testing/idp/portal';
import * as client from 'openid-client';

/** The provider as an independent client sees it (openid-client, certified by the OpenID Foundation). */
const REDIRECT_URI = `${PORTAL}/callback`;
const SCOPE = 'openid offline_access profile';

const server = sharedIdp();
let memberId: string;
let config: client.Configuration;
beforeAll(async () => {
  const names = { firstName: '花子', lastName: '山田' };
  ({ id: memberId } = await server.createMember({ ...MEMBER, ...names }));
  config = await client.discovery(new URL(server.issuer), 'portal', {}, client.None(), {
    execute: [client.allowInsecureRequests],
  });
});

type Started = { readonly url: URL; readonly checks: client.AuthorizationCodeGrantChecks };

async function begin(extra: Record<string, string> = {}): Promise<Started> {
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const expectedState = client.randomState();
  const expectedNonce = client.randomNonce();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope: SCOPE,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
    ...extra,
  });
  return { url, checks: { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true } };
}

const newBrowser = () => createBrowser(server.issuer);
async function signInAt({ url }: Started, browser: TestBrowser = newBrowser()): Promise<Visit> {
  const page = await browser.go(url);
  return page.html ? browser.submit(page, MEMBER) : page;
}
async function signIn(browser?: TestBrowser) {
  const started = await begin();
  const back = await signInAt(started, browser);
  return client.authorizationCodeGrant(config, back.url, started.checks);
}

describe('the provider, used by an independent client', () => {
  // @proves 10.1
  it('signs in by the code flow with PKCE; ID token and userinfo name the member', async () => {
    client.enableNonRepudiationChecks(config);
    const tokens = await signIn();
    const claims = tokens.claims();
    expect(claims).toMatchObject({
      iss: server.issuer,
      sub: memberId,
      aud: 'portal',
      auth_time: expect.any(Number),
      amr: ['pwd'],
      acr: expect.any(String),
    });
    expect(tokens.token_type).toBe('bearer');
    expect(tokens.expiresIn()).toBeGreaterThan(290);
    const user = await client.fetchUserInfo(config, tokens.access_token, memberId);
    expect(user).toMatchObject({ sub: memberId, given_name: '花子', family_name: '山田' });
  });

  // @proves 10.1 10.8
  it('renews tokens, each refresh token once (OAuth 2.0 Security BCP, RFC 9700 §4.14)', async () => {
    const first = await signIn();
    const second = await client.refreshTokenGrant(config, first.refresh_token ?? '');
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(second.claims()?.sub).toBe(memberId);
    server.clock.advance(11_000);
    await expect(client.refreshTokenGrant(config, first.refresh_token ?? '')).rejects.toMatchObject(
      { error: 'invalid_grant' },
    );
    // The second use may be a thief's, so the new tokens end too.
    await expect(
      client.refreshTokenGrant(config, second.refresh_token ?? ''),
    ).rejects.toMatchObject({ error: 'invalid_grant' });
  });
});

describe('an authorization request that is refused', () => {
  /** `undefined` removes a parameter, a list repeats it. */
  async function ask(changes: Record<string, string | readonly string[] | undefined>) {
    const { url, checks } = await begin();
    for (const [name, value] of Object.entries(changes)) {
      url.searchParams.delete(name);
      for (const one of [value ?? []].flat()) url.searchParams.append(name, one);
    }
    return { checks, visit: await newBrowser().go(url) };
  }

  // RFC 6749 §4.1.2.1, RFC 7636 §4.4.1, OpenID Connect Core §3.1.2.6 and §6.
  it.each([
    ['invalid_request', 'no response_type', { response_type: undefined }],
    ['unsupported_response_type', 'an unknown response type', { response_type: 'magic' }],
    // Their response mode, the fragment, is not supported either, and is checked first.
    ['invalid_request', 'a token in the URL', { response_type: 'token' }],
    ['invalid_request', 'a code and an ID token', { response_type: 'code id_token' }],
    ['invalid_request', 'no PKCE', { code_challenge: undefined, code_challenge_method: undefined }],
    ['invalid_request', 'PKCE plain', { code_challenge_method: 'plain' }],
    ['invalid_request', 'PKCE without a method', { code_challenge_method: undefined }],
    ['invalid_request', 'a challenge that is too short', { code_challenge: 'short' }],
    ['invalid_request', 'no openid', { scope: 'profile' }],
    ['invalid_request', 'a parameter twice', { nonce: ['a', 'b'] }],
    ['invalid_request', 'an unknown prompt', { prompt: 'dance' }],
    ['invalid_request', 'none together with another prompt', { prompt: 'none login' }],
    ['invalid_request', 'a max_age that is no number', { max_age: 'old' }],
    ['request_not_supported', 'a request object', { request: 'e30.e30.' }],
    ['request_uri_not_supported', 'a request by reference', { request_uri: 'https://x.example' }],
    ['registration_not_supported', 'its own registration', { registration: '{}' }],
    ['login_required', 'nobody signed in', { prompt: 'none' }],
  ] as const)(
    'returns %s for %s to the client, with state and issuer',
    async (error, _what, changes) => {
      const { visit, checks } = await ask(changes);
      const answer = new URLSearchParams(visit.url.search || visit.url.hash.slice(1));
      expect(visit.url.origin + visit.url.pathname).toBe(REDIRECT_URI);
      expect(answer.get('error')).toBe(error);
      expect(answer.get('state')).toBe(checks.expectedState);
      expect(answer.get('iss')).toBe(server.issuer);
      expect(answer.get('code')).toBeNull();
    },
  );
});

describe('a token request that is refused', () => {
  async function token(body: Record<string, string | undefined>) {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(body)) if (value) form.set(name, value);
    const answer = await fetch(`${server.issuer}/oauth/token`, { method: 'POST', body: form });
    return { answer, body: (await answer.json()) as Record<string, unknown> };
  }
  async function freshCode() {
    const started = await begin();
    const { url } = await signInAt(started);
    return {
      grant_type: 'authorization_code',
      client_id: 'portal',
      code: url.searchParams.get('code') ?? '',
      code_verifier: started.checks.pkceCodeVerifier,
      redirect_uri: REDIRECT_URI,
    };
  }

  // RFC 6749 §5.2, RFC 7636 §4.6.
  it.each([
    ['invalid_request', 400, 'no grant type', { grant_type: undefined }],
    ['unsupported_grant_type', 400, 'a password', { grant_type: 'password' }],
    ['unsupported_grant_type', 400, 'an unknown grant type', { grant_type: 'urn:x' }],
    ['invalid_client', 401, 'an unknown client', { client_id: 'stranger' }],
    ['invalid_request', 400, 'no code', { code: undefined }],
    ['invalid_grant', 400, 'an invented code', { code: 'made-up' }],
    ['invalid_request', 400, 'no address', { redirect_uri: undefined }],
    ['invalid_grant', 400, 'another address', { redirect_uri: `${PORTAL}/silent-check.html` }],
    ['invalid_grant', 400, 'no verifier', { code_verifier: undefined }],
    ['invalid_grant', 400, 'another verifier', { code_verifier: 'a'.repeat(43) }],
  ] as const)('answers %s (%i) to %s', async (error, status, _what, changes) => {
    const { answer, body } = await token({ ...(await freshCode()), ...changes });
    expect({ status: answer.status, error: body.error }).toEqual({ status, error });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(Object.keys(body).sort()).toEqual(['error', 'error_description']);
  });
});
