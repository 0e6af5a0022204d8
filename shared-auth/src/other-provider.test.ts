import { startOtherProvider } from '@portal/server-testing/idp/other-provider';
import type { IdentityProviderConfig } from '@portal/shared-contract';
import { openPortalBrowser, type PortalTab } from './testing/portal-browser.ts';

const { origin } = window.location;
const CLIENT = {
  id: 'members-web',
  redirectUris: [`${origin}/callback`, `${origin}/silent-check.html`],
  returnTo: `${origin}/`,
};

type OtherProvider = Awaited<ReturnType<typeof startOtherProvider>>;

let other: OtherProvider;
let portal: ReturnType<typeof openPortalBrowser>;
let now: number;
beforeEach(async () => {
  // oidc-provider, as it comes, says at each start that it is not meant to be run so.
  for (const level of ['warn', 'info'] as const) jest.spyOn(console, level).mockReturnValue();
  now = Date.now();
  other = await startOtherProvider(CLIENT);
  const document = await discover(other);
  // All that the portal is told about it: no line of code knows this provider.
  const provider: Partial<IdentityProviderConfig> = {
    idpUrl: other.issuer,
    clientId: CLIENT.id,
    endpoints: {
      authorization: document.authorization_endpoint,
      token: document.token_endpoint,
      endSession: document.end_session_endpoint,
    },
    authorizeParams: { prompt: 'consent' },
  };
  portal = openPortalBrowser(
    { issuer: other.origin, api: { fetch: async () => new Response('{}') } },
    { provider, now: () => now },
  );
});
afterEach(async () => {
  jest.restoreAllMocks();
  portal.close();
  await other.close();
});

type Metadata = Record<
  'authorization_endpoint' | 'token_endpoint' | 'end_session_endpoint',
  string
>;

async function discover({ issuer }: OtherProvider): Promise<Metadata> {
  const answer = await fetch(`${issuer}/.well-known/openid-configuration`);
  return (await answer.json()) as Metadata;
}

/** Through that provider's own pages: who it is, then consent. */
async function signIn(tab: PortalTab, login = 'hanako') {
  await tab.session.signIn({ returnTo: `${origin}/account` });
  const { cookies } = portal;
  const page = await cookies.go(tab.visited.at(-1) ?? '');
  const consent = await cookies.submit(page, { login, password: 'anything' });
  const back = await cookies.submit(consent, {});
  return tab.session.completeSignIn(back.url.search);
}
const accessToken = () => portal.shared.localStorage.shared.get('access_token') ?? '';

describe('the portal before another provider, by configuration alone', () => {
  // @proves 3.46 10.2
  it('signs in at its routes, with its tokens', async () => {
    const tab = portal.open();
    await expect(signIn(tab)).resolves.toEqual({ ok: true, returnTo: '/account' });
    const asked = new URL(tab.visited[0] ?? '');
    expect(asked.origin + asked.pathname).toBe(`${other.issuer}/auth`);
    expect(asked.searchParams.get('ui_locales')).toBe('ja');
    // RFC 9068: a JSON Web Token, which the portal hands on and never reads.
    expect(accessToken().split('.')).toHaveLength(3);
    expect(portal.shared.localStorage.shared.get('refresh_token')).toEqual(expect.any(String));
    expect(portal.shared.localStorage.shared.get('oneid_user_id')).toBe('hanako');
  });

  it('renews a token that has ended, though the refresh token stays the same', async () => {
    const tab = portal.open();
    await signIn(tab);
    const first = accessToken();
    const refreshToken = portal.shared.localStorage.shared.get('refresh_token');
    now += 61_000;
    await expect(tab.session.tokens.accessToken()).resolves.not.toBe(first);
    expect(accessToken()).not.toBe(first);
    expect(portal.shared.localStorage.shared.get('refresh_token')).toBe(refreshToken);
  });

  it('finds out silently who is signed in, and who is not', async () => {
    const stranger = portal.open();
    await expect(stranger.session.checkSession()).resolves.toBe('login_required');
    const tab = portal.open();
    await signIn(tab);
    await expect(tab.session.checkSession()).resolves.toBe('logged_in');
  });

  // @proves 10.167
  it('signs out at its end-session address, by the standard’s parameters', async () => {
    const tab = portal.open();
    await signIn(tab);
    await tab.session.signOut();
    const left = new URL(tab.visited.at(-1) ?? '');
    expect(left.origin + left.pathname).toBe(`${other.issuer}/session/end`);
    expect(Object.fromEntries(left.searchParams)).toEqual({
      client_id: CLIENT.id,
      post_logout_redirect_uri: CLIENT.returnTo,
      id_token_hint: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    });
    const page = await portal.cookies.go(left);
    const back = await portal.cookies.submit(page, { logout: 'yes' });
    expect(back.url.href).toBe(CLIENT.returnTo);
    await expect(portal.open().session.checkSession()).resolves.toBe('login_required');
  });

  // @asvs 10.2.2
  it('refuses tokens of an issuer that is not the one it was told', async () => {
    portal.close();
    const document = await discover(other);
    portal = openPortalBrowser(
      { issuer: other.origin, api: { fetch: async () => new Response('{}') } },
      {
        provider: {
          idpUrl: 'http://localhost:1/realms/others',
          clientId: CLIENT.id,
          endpoints: {
            authorization: document.authorization_endpoint,
            token: document.token_endpoint,
          },
        },
      },
    );
    await expect(signIn(portal.open())).resolves.toMatchObject({
      ok: false,
      error: 'invalid_response',
    });
  });
});
