import { startTestServer, type TestServer } from '@portal/server-testing';
import { startMinimalProvider } from '@portal/server-testing/other-provider/minimal-provider';
import { call } from '@portal/shared-api';
import { acceptTerms, changeEmail, getUserinfo, listNotifications } from '@portal/shared-contract';
import { sessionNoticeAtom } from './atoms.ts';
import { openPortalBrowser, type PortalTab } from './testing/portal-browser.ts';

const AUDIENCE = 'https://api.portal.example';
const { origin } = window.location;

let provider: Awaited<ReturnType<typeof startMinimalProvider>>;
let server: TestServer;
let portal: ReturnType<typeof openPortalBrowser>;
beforeEach(async () => {
  provider = await startMinimalProvider({
    people: { hanako: { email: 'hanako@example.com', email_verified: true } },
    wantsHint: true,
  });
  server = await startTestServer({
    clock: { now: () => new Date(), advance: () => {}, set: () => {} },
    config: {
      otherProvider: { issuer: provider.issuer, tokens: { kind: 'jwt', audience: AUDIENCE } },
    },
  });
  portal = openPortal(provider.issuer);
});
afterEach(async () => {
  portal.close();
  await server.close();
  await provider.close();
});

/** @param told the issuer by configuration */
function openPortal(told: string) {
  const { issuer, origin } = provider;
  return openPortalBrowser(
    { issuer: origin, api: server.api },
    {
      provider: {
        idpUrl: told,
        issuer: told,
        endpoints: {
          authorization: `${issuer}/connect/authorize`,
          token: `${issuer}/connect/token`,
          endSession: `${issuer}/connect/end`,
        },
      },
    },
  );
}

async function signIn(tab: PortalTab, extras?: Readonly<Record<string, string>>) {
  await tab.session.signIn({ returnTo: `${origin}/account`, ...(extras && { extras }) });
  const page = await portal.cookies.go(tab.visited.at(-1) ?? '');
  const back = page.html ? await portal.cookies.submit(page, { name: 'hanako' }) : page;
  return tab.session.completeSignIn(back.url.search);
}

// @proves 3.46 10.2 10.160 10.165 10.167 10.496 16.860
test('signs in, calls the API, renews, proves anew and signs out at a provider that is built otherwise', async () => {
  const tab = portal.open();
  portal.useApi(tab);
  await expect(tab.session.checkSession()).resolves.toBe('login_required');
  await expect(signIn(tab)).resolves.toEqual({ ok: true, returnTo: '/account' });
  await expect(tab.session.checkSession()).resolves.toBe('logged_in');
  // The third finds the member, by the ID token.
  expect(provider.asked.filter((path) => path === '/connect/authorize')).toHaveLength(3);

  const member = await call(getUserinfo);
  expect(member).toMatchObject({ ok: true, data: { email: 'hanako@example.com' } });
  expect(await call(acceptTerms)).toMatchObject({ ok: true });
  expect(await call(listNotifications)).toMatchObject({ ok: true });

  const first = await tab.session.tokens.accessToken();
  await expect(tab.session.tokens.renew(first ?? '')).resolves.toMatchObject({ ok: true });
  expect(await call(getUserinfo)).toMatchObject({ ok: true });

  // The sign-in is recent.
  const change = () =>
    call(changeEmail, { body: { email: 'new@example.com' } }, { purpose: 'form' });
  expect(await change()).toMatchObject({ ok: true });
  await expect(signIn(tab, { prompt: 'login', max_age: '0' })).resolves.toMatchObject({ ok: true });

  await tab.session.signOut();
  const left = new URL(tab.visited.at(-1) ?? '');
  expect(left.origin + left.pathname).toBe(`${provider.issuer}/connect/end`);
  expect(left.searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  await portal.cookies.go(left);
  await expect(portal.open().session.checkSession()).resolves.toBe('login_required');
});

describe('a provider that shows its page in the frame where nobody is signed in', () => {
  let tab: PortalTab;
  beforeEach(async () => {
    tab = portal.open();
    await signIn(tab);
    portal.frames.reachable = false;
  });
  const notice = () => tab.store.get(sessionNoticeAtom)?.kind;

  // @proves 10.494
  test('is asked by a renewal, and nobody reads that the connection has failed', async () => {
    const before = await tab.session.tokens.accessToken();
    await expect(tab.session.checkSession()).resolves.toBe('logged_in');
    expect(await tab.session.tokens.accessToken()).not.toBe(before);
    expect(notice()).toBeUndefined();
  });

  // @proves 10.494 10.495
  test('ends the session here where it refuses the renewal, and not where it does not answer', async () => {
    provider.setDown(true);
    await expect(tab.session.checkSession()).resolves.toBe('unknown');
    expect(notice()).toBe('unreachable');
    provider.setDown(false);
    provider.endSessions();
    await expect(tab.session.checkSession()).resolves.toBe('login_required');
    expect(await tab.session.tokens.accessToken()).toBeUndefined();
  });
});

// @proves 10.495
test.each([
  ['invalid_request', 'invalid_request'],
  ['nothing', undefined],
] as const)(
  'a refresh token that the provider does not know ends the session where it says %s',
  async (_said, word) => {
    const tab = portal.open();
    await signIn(tab);
    provider.endSessions(word);
    const token = await tab.session.tokens.accessToken();
    await expect(tab.session.tokens.renew(token ?? '')).resolves.toMatchObject({ ok: false });
    expect(await tab.session.tokens.accessToken()).toBeUndefined();
  },
);

test('refuses tokens of an issuer that is not the one it was told', async () => {
  portal.close();
  portal = openPortal('http://localhost:1/realms/others');
  await expect(signIn(portal.open())).resolves.toMatchObject({
    ok: false,
    error: 'invalid_response',
  });
});
