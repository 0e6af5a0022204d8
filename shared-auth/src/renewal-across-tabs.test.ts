import { startTestIdp, type TestIdp } from '@portal/server-testing/idp/idp';
import { isLoginAtom, sessionNoticeAtom } from './atoms.ts';
import { ACCESS_TOKEN, REFRESH_TOKEN } from './stored-names.ts';
import { MEMBER, openPortalBrowser, type PortalTab } from './testing/portal-browser.ts';

const TABS = 20;
const ROUNDS = 30;

let server: TestIdp;
let portal: ReturnType<typeof openPortalBrowser>;
let tokenCalls = 0;
/** What the devices' clocks say; the real time unless a test moves it. */
let clock: number | undefined;

const countingFetch: typeof fetch = (...args) => {
  tokenCalls += 1;
  return fetch(...args);
};

beforeAll(async () => {
  server = await startTestIdp({ member: MEMBER });
});
afterAll(() => server.close());
beforeEach(() => {
  clock = undefined;
  portal = openPortalBrowser(server, { turnsBehind: 3, now: () => clock ?? Date.now() });
});
afterEach(() => portal.close());

async function signedInTabs(count: number, fetch = countingFetch): Promise<PortalTab[]> {
  const first = portal.open();
  await first.session.signIn();
  await first.session.completeSignIn(await portal.passSignInPage(first));
  const tabs = Array.from({ length: count }, () => portal.open({ fetch }));
  await Promise.all(tabs.map((tab) => tab.session.ready));
  tokenCalls = 0;
  return tabs;
}

const stored = (name: string) => portal.shared.localStorage.shared.get(name);
const staleTokenOf = async (tab: PortalTab) => (await tab.session.tokens.accessToken()) ?? '';

// @proves 4.11 4.13
test(`${TABS} tabs that meet a 401 at once make one token call, ${ROUNDS} rounds of ${ROUNDS}`, async () => {
  const tabs = await signedInTabs(TABS);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const refused = stored(ACCESS_TOKEN);
    const results = await Promise.all(
      tabs.map(async (tab) => tab.session.tokens.renew(await staleTokenOf(tab))),
    );
    expect(tokenCalls).toBe(round);
    const renewed = stored(ACCESS_TOKEN);
    expect(renewed).not.toBe(refused);
    expect(results).toEqual(Array(TABS).fill({ ok: true, accessToken: renewed }));
    expect(tabs.every((tab) => tab.store.get(isLoginAtom))).toBe(true);
  }
});

// @proves 10.10
test('a tab closed during a renewal ends nobody’s session', async () => {
  const tabs = await signedInTabs(TABS);
  const arrived = Promise.withResolvers<void>();
  // Its request is answered, and the answer never reaches it.
  const doomed = portal.open({
    fetch: async (...args) => {
      await fetch(...args);
      arrived.resolve();
      return new Promise(() => {});
    },
  });
  await doomed.session.ready;
  const lost = doomed.session.tokens.renew(await staleTokenOf(doomed));
  await arrived.promise;
  const others = tabs.map(async (tab) => tab.session.tokens.renew(await staleTokenOf(tab)));
  doomed.close();
  expect(await lost).toMatchObject({ ok: false });
  const results = await Promise.all(others);
  expect(results.every((result) => result.ok)).toBe(true);
  expect(tokenCalls).toBe(1);
  expect(tabs.every((tab) => tab.store.get(isLoginAtom))).toBe(true);
});

test.each<[string, () => Promise<Response>]>([
  ['is out of reach', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is in trouble', async () => Response.json({ error: 'server_error' }, { status: 500 })],
  ['is busy', async () => Response.json({ error: 'slow_down' }, { status: 429 })],
  ['is hidden by a proxy', async () => new Response('<h1>Bad Gateway</h1>', { status: 502 })],
  ['is hidden by a wifi’s sign-in page', async () => new Response('<h1>Welcome</h1>')],
])(
  'a provider that %s signs nobody out: the member is told and may retry',
  async (_name, fetch) => {
    const [tab] = (await signedInTabs(1, fetch)) as [PortalTab];
    expect(await tab.session.tokens.renew(await staleTokenOf(tab))).toEqual({
      ok: false,
      reason: 'unreachable',
    });
    expect(tab.store.get(isLoginAtom)).toBe(true);
    expect(tab.store.get(sessionNoticeAtom)?.kind).toBe('unreachable');
    expect(stored(REFRESH_TOKEN)).toBeTruthy();
  },
);

// @proves 4.12
test('a refresh token that the provider refuses signs out every tab', async () => {
  const tabs = await signedInTabs(3);
  const [tab] = tabs as [PortalTab];
  // The provider has ended every session of the member.
  await server.clock.advance(15 * 24 * 60 * 60 * 1000);
  expect(await tab.session.tokens.renew(await staleTokenOf(tab))).toEqual({
    ok: false,
    reason: 'invalid_grant',
  });
  expect(stored(ACCESS_TOKEN)).toBeUndefined();
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(tabs.map((one) => one.store.get(isLoginAtom))).toEqual([false, false, false]);
  server.clock.set(new Date());
});

// @proves 4.10
test('a renewal without a refresh token fails and signs the member out', async () => {
  const tab = portal.open();
  await tab.session.startWithSignUpToken('sign-up-token');
  expect(await tab.session.tokens.renew('sign-up-token')).toEqual({
    ok: false,
    reason: 'Refresh token is missing',
  });
  expect(tab.store.get(isLoginAtom)).toBe(false);
  expect(await tab.session.tokens.renew('')).toMatchObject({ ok: false });
});

/** Another browser with the same local storage. */
function copiedBrowser(): ReturnType<typeof openPortalBrowser> {
  const copy = openPortalBrowser(server);
  for (const [name, value] of portal.shared.localStorage.shared) {
    copy.shared.localStorage.shared.set(name, value);
  }
  return copy;
}

// @proves 10.510
test('tokens that were copied into another browser renew nothing there, and go on where they were', async () => {
  const [first] = (await signedInTabs(1)) as [PortalTab];
  const stale = await staleTokenOf(first);
  const copy = copiedBrowser();
  const thief = copy.open();
  expect(await thief.session.tokens.renew(stale)).toEqual({ ok: false, reason: 'invalid_grant' });
  expect(thief.store.get(isLoginAtom)).toBe(false);
  expect(await first.session.tokens.renew(stale)).toMatchObject({ ok: true });
  copy.close();
});
