import { startTestIdp, type TestIdp } from '@portal/server-testing/idp/idp';
import { isLoginAtom, sessionNoticeAtom, userAtom } from './atoms.ts';
import {
  ACCESS_TOKEN,
  CODE_VERIFIER,
  CONFIRMED_ACT,
  ONEID_USER_ID,
  REFRESH_TOKEN,
  STATE,
} from './stored-names.ts';
import { MEMBER, openPortalBrowser, type PortalTab } from './testing/portal-browser.ts';

let server: TestIdp;
let memberId: string;
let portal: ReturnType<typeof openPortalBrowser>;

beforeAll(async () => {
  server = await startTestIdp();
  memberId = (await server.createMember({ ...MEMBER, firstName: '花子', lastName: '山田' })).id;
});
afterAll(() => server.close());
beforeEach(() => {
  portal = openPortalBrowser(server);
});
afterEach(() => portal.close());

async function signedInTab(options: Parameters<typeof portal.open>[0] = {}): Promise<PortalTab> {
  const tab = portal.open(options);
  await tab.session.signIn();
  const completion = await tab.session.completeSignIn(await portal.passSignInPage(tab));
  expect(completion).toMatchObject({ ok: true });
  return tab;
}

const stored = (name: string) => portal.shared.localStorage.shared.get(name);
const turns = async (count = 50) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('signing in', () => {
  // @proves 3.43
  test('leads from the portal to the provider and back to where the member was going', async () => {
    const tab = portal.open({ pathname: '/en/account' });
    expect(tab.store.get(isLoginAtom)).toBe(false);
    expect(await tab.session.signIn({ returnTo: '/en/account?tab=1' })).toBe(true);
    const url = new URL(tab.visited[0] ?? '');
    expect(url.searchParams.get('ui_locale')).toBe('en');
    for (const name of ['state', 'nonce']) {
      expect(tab.sessionValues.get(name)).toBe(url.searchParams.get(name));
    }
    expect(tab.sessionValues.get('code_verifier')).toMatch(/^[\w-]{43}$/);

    const search = await portal.passSignInPage(tab);
    expect(await tab.session.completeSignIn(search)).toEqual({
      ok: true,
      returnTo: '/en/account?tab=1',
    });
    expect(tab.store.get(isLoginAtom)).toBe(true);
    expect(stored(ONEID_USER_ID)).toBe(memberId);
    expect(stored(ACCESS_TOKEN)).toBeTruthy();
    expect(stored(REFRESH_TOKEN)).toBeTruthy();
    expect(tab.sessionValues.has(CODE_VERIFIER)).toBe(false);
    expect(tab.sessionValues.has(STATE)).toBe(false);
  });

  // @proves 3.27
  test('loads the member with the new token', async () => {
    const tab = await signedInTab();
    portal.useApi(tab);
    const [one, two] = await Promise.all([tab.session.loadUser(), tab.session.loadUser()]);
    expect(one).toBe(two);
    expect(tab.store.get(userAtom)).toMatchObject({ first_name: '花子', last_name: '山田' });
  });

  // @proves 7.78
  test('exchanges the code, and later the refresh token, by a form', async () => {
    const forms: Record<string, string>[] = [];
    const tab = await signedInTab({
      fetch: async (input, init) => {
        const request = new Request(input, init);
        expect(request.headers.get('content-type')).toMatch(/^application\/x-www-form-urlencoded/);
        forms.push(Object.fromEntries(new URLSearchParams(await request.clone().text())));
        return fetch(request);
      },
    });
    const refreshToken = stored(REFRESH_TOKEN);
    await tab.session.tokens.renew(stored(ACCESS_TOKEN) ?? '');
    const common = { client_id: 'portal', redirect_uri: portal.idp.redirectUri };
    expect(forms).toEqual([
      {
        ...common,
        grant_type: 'authorization_code',
        code: expect.any(String),
        code_verifier: expect.any(String),
        dpop_proof: expect.any(String),
        dpop_renewals: '1',
      },
      {
        ...common,
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        dpop_proof: expect.any(String),
      },
    ]);
  });

  // @proves 10.11
  test.each([-400, -26, 26, 400])(
    'works with a device clock that is %d hours off',
    async (hours) => {
      const now = Date.now() + hours * 3_600_000;
      const device = openPortalBrowser(server, { now: () => now });
      const tab = device.open({
        fetch: async (...request) => {
          const answer = await fetch(...request);
          // From here on nothing asks the server, whose clock is right.
          jest.spyOn(Date, 'now').mockReturnValue(now);
          return answer;
        },
      });
      await tab.session.signIn();
      const search = await device.passSignInPage(tab);
      expect(await tab.session.completeSignIn(search)).toMatchObject({ ok: true });
      jest.restoreAllMocks();
      device.close();
    },
  );

  // @proves 9.5
  test.each([{ automatic: true }, {}])(
    'does not leave a browser that stores nothing, and says so (%j)',
    async (options) => {
      const tab = portal.open({ isStorageFull: true });
      expect(await tab.session.signIn(options)).toBe(false);
      expect(tab.visited).toEqual([]);
      expect(tab.store.get(sessionNoticeAtom)?.kind).toBe('not_stored');
    },
  );
});

describe('the callback', () => {
  test('handled twice at the same time exchanges its code once', async () => {
    let exchanges = 0;
    const tab = portal.open({
      fetch: (...args) => {
        exchanges += 1;
        return fetch(...args);
      },
    });
    await tab.session.signIn();
    const search = await portal.passSignInPage(tab);
    const [one, two] = await Promise.all([
      tab.session.completeSignIn(search),
      tab.session.completeSignIn(search),
    ]);
    expect(one).toEqual({ ok: true, returnTo: '/my-page' });
    expect(two).toBe(one);
    expect(exchanges).toBe(1);
  });

  test('copied into another browser fails there for want of the verifier', async () => {
    const tab = portal.open();
    await tab.session.signIn();
    const search = await portal.passSignInPage(tab);
    const other = portal.open();
    expect(await other.session.completeSignIn(search)).toEqual({
      ok: false,
      error: 'codeVerifier not found',
    });
    expect(other.store.get(isLoginAtom)).toBe(false);
  });

  test.each([
    [
      'a forged state',
      (search: URLSearchParams) => search.set('state', 'forged'),
      'state_mismatch',
    ],
    ['no state', (search: URLSearchParams) => search.delete('state'), 'state_mismatch'],
    ['two states', (search: URLSearchParams) => search.append('state', 'x'), 'invalid_response'],
    ['a forged code', (search: URLSearchParams) => search.set('code', 'forged'), 'invalid_grant'],
    ['no code', (search: URLSearchParams) => search.delete('code'), 'invalid_response'],
    [
      'another issuer',
      (s: URLSearchParams) => s.set('iss', 'http://evil.example'),
      'invalid_response',
    ],
    ['a token in the address', (s: URLSearchParams) => s.set('id_token', 'x'), 'invalid_response'],
  ])('with %s signs nobody in, and the verifier is used up', async (_name, forge, error) => {
    const tab = portal.open();
    await tab.session.signIn({ returnTo: '/en/account' });
    const genuine = await portal.passSignInPage(tab);
    const search = new URLSearchParams(genuine);
    forge(search);
    expect(await tab.session.completeSignIn(`?${search}`)).toEqual({
      ok: false,
      error,
      locale: 'ja',
      returnTo: '/en/account',
    });
    expect(tab.store.get(isLoginAtom)).toBe(false);
    expect(stored(ACCESS_TOKEN)).toBeUndefined();
    expect(await tab.session.completeSignIn(genuine)).toMatchObject({
      ok: false,
      error: 'codeVerifier not found',
    });
  });

  // @proves 10.13
  test('with the nonce of another sign-in is refused', async () => {
    const tab = portal.open();
    await tab.session.signIn();
    const search = await portal.passSignInPage(tab);
    tab.sessionValues.set('nonce', 'A'.repeat(32));
    expect(await tab.session.completeSignIn(search)).toMatchObject({
      ok: false,
      error: 'invalid_response',
    });
  });

  // @proves 10.11
  test.each([
    ['for another client', { aud: 'other' }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['that ended long ago', { exp: 1 }],
  ])('with an ID token %s signs nobody in', async (_name, claims) => {
    const tab = portal.open({
      fetch: async (...args) => {
        const answer = await (await fetch(...args)).json();
        const [head, payload = '', signature] = answer.id_token.split('.');
        const changed = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...claims };
        const part = Buffer.from(JSON.stringify(changed)).toString('base64url');
        return Response.json({ ...answer, id_token: [head, part, signature].join('.') });
      },
    });
    await tab.session.signIn();
    const search = await portal.passSignInPage(tab);
    expect(await tab.session.completeSignIn(search)).toMatchObject({
      ok: false,
      error: 'invalid_response',
    });
    expect(tab.store.get(isLoginAtom)).toBe(false);
  });
});

describe('the session check', () => {
  // @proves 4.9
  test('runs once for all callers at the same time', async () => {
    const tab = await signedInTab();
    const answers = await Promise.all(Array.from({ length: 5 }, () => tab.session.checkSession()));
    expect(answers).toEqual(Array(5).fill('logged_in'));
    expect(portal.frames.loaded).toBe(1);
  });

  test('signs the member out in every tab when the provider has no session for them', async () => {
    const tab = await signedInTab();
    const other = portal.open();
    await other.session.ready;
    expect(other.store.get(isLoginAtom)).toBe(true);
    portal.cookies.jar.clear();
    expect(await tab.session.checkSession()).toBe('login_required');
    expect(tab.store.get(isLoginAtom)).toBe(false);
    expect([ACCESS_TOKEN, REFRESH_TOKEN, ONEID_USER_ID].map(stored)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    await turns();
    expect(other.store.get(isLoginAtom)).toBe(false);
  });

  // @proves 10.497
  test('asks twice before it ends a session, which another tab may just have confirmed', async () => {
    const tab = await signedInTab();
    const jar = new Map(portal.cookies.jar);
    portal.cookies.jar.clear();
    const comeBack = () => {
      for (const [name, cookie] of jar) portal.cookies.jar.set(name, cookie);
    };
    window.addEventListener('message', comeBack, { once: true });
    expect(await tab.session.checkSession()).toBe('logged_in');
    expect(portal.frames.loaded).toBe(2);
    expect(tab.store.get(isLoginAtom)).toBe(true);
  });

  // @proves 4.5
  test('that finds another member signed in counts as login_required', async () => {
    const tab = await signedInTab();
    const other = { email: 'taro@example.com', password: 'kashiwa-mochi-2026' };
    await server.createMember(other);
    portal.cookies.jar.clear();
    const elsewhere = portal.open();
    await elsewhere.session.signIn();
    await portal.passSignInPage(elsewhere, other);

    expect(await tab.session.checkSession()).toBe('login_required');
    expect(tab.store.get(isLoginAtom)).toBe(false);
    expect(stored(ACCESS_TOKEN)).toBeUndefined();
    // Signing in from there leads to the other member's pages, and nothing of the first is left.
    await tab.session.signIn({ returnTo: '/en/account' });
    const search = await portal.passSignInPage(tab);
    expect(await tab.session.completeSignIn(search)).toEqual({ ok: true, returnTo: '/en/account' });
    portal.useApi(tab);
    expect(await tab.session.loadUser()).toMatchObject({ data: { email: other.email } });
    expect(await tab.session.checkSession()).toBe('logged_in');
    expect(tab.visited).toHaveLength(2);
  });

  test('of a visitor whom the provider knows starts an authorization, once', async () => {
    await signedInTab();
    portal.shared.localStorage.shared.clear();
    const fresh = openPortalBrowser(server);
    const visitor = fresh.open({ pathname: '/en/signup' });
    for (const [key, cookie] of portal.cookies.jar) fresh.cookies.jar.set(key, cookie);
    portal.frames.stop();
    expect(await visitor.session.checkSession()).toBe('logged_in');
    expect(visitor.visited).toHaveLength(1);
    expect(visitor.store.get(isLoginAtom)).toBe(false);
    expect(await visitor.session.checkSession()).toBe('logged_in');
    expect(visitor.visited).toHaveLength(1);
    // No sign-in page in between: the provider answers at once.
    const search = await fresh.passSignInPage(visitor);
    expect(await visitor.session.completeSignIn(search)).toEqual({
      ok: true,
      returnTo: '/en/signup',
    });
    fresh.close();
  });

  // @proves 10.14
  test('uses the check that the boot script has started', async () => {
    const { beginSilentCheck } = await import('./silent-check.ts');
    await signedInTab();
    const silent = beginSilentCheck(portal.idp, 'ja');
    const tab = portal.open({ silent });
    expect(await tab.session.checkSession()).toBe('logged_in');
    expect(portal.frames.loaded).toBe(1);
    expect(await tab.session.checkSession()).toBe('logged_in');
    expect(portal.frames.loaded).toBe(2);
  });

  // @proves 4.2
  test('without an answer is unknown after two retries; the session stays, and a later check succeeds', async () => {
    const tab = await signedInTab();
    portal.frames.reachable = false;
    expect(await tab.session.checkSession()).toBe('unknown');
    expect(portal.frames.loaded).toBe(3);
    expect(tab.store.get(isLoginAtom)).toBe(true);
    expect(stored(REFRESH_TOKEN)).toBeTruthy();
    const notice = tab.store.get(sessionNoticeAtom);
    expect(notice?.kind).toBe('unreachable');

    portal.frames.reachable = true;
    expect(await notice?.retry()).toBe('logged_in');
    expect(tab.store.get(sessionNoticeAtom)).toBeNull();
  });
});

// @proves 2.81
test('a tab that hangs and holds the session keeps nobody from signing in, from an answer and from signing out', async () => {
  const tab = await signedInTab();
  portal.shared.locks.isHeld = true;
  const renewed = await tab.session.tokens.renew(stored(ACCESS_TOKEN) ?? '');
  expect(renewed).toEqual({ ok: false, reason: 'unreachable' });
  expect(tab.store.get(sessionNoticeAtom)?.kind).toBe('unreachable');
  await tab.session.signOut();
  expect(tab.visited.at(-1)).toContain('/logout?');
  expect(stored(ACCESS_TOKEN)).toBeUndefined();

  const next = await signedInTab();
  expect(next.store.get(isLoginAtom)).toBe(true);
  expect(stored(ACCESS_TOKEN)).toBeTruthy();
});

describe('signing out', () => {
  test('removes the tokens, tells every tab and goes to the provider', async () => {
    const tab = await signedInTab();
    const other = portal.open();
    await other.session.ready;
    await tab.session.signOut();
    const url = new URL(tab.visited.at(-1) ?? '');
    expect(url.pathname).toBe('/logout');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      returnTo: portal.idp.returnTo,
      client_id: 'portal',
    });
    expect(stored(ACCESS_TOKEN)).toBeUndefined();
    await turns();
    expect(other.store.get(isLoginAtom)).toBe(false);
    expect(await other.session.tokens.accessToken()).toBeUndefined();
  });

  test('is not undone by another tab whose check the provider answers too early', async () => {
    const tab = await signedInTab();
    const other = portal.open();
    await other.session.ready;
    await tab.session.signOut();
    await turns();
    // The provider has not heard of the sign-out yet and would say that the member is there.
    expect(await other.session.checkSession()).toBe('login_required');
    expect(other.visited).toEqual([]);
    expect(other.store.get(isLoginAtom)).toBe(false);
  });

  test('survives a crash: tokens left in local storage do not sign in again', async () => {
    const tab = await signedInTab();
    const token = stored(ACCESS_TOKEN) ?? '';
    await tab.session.signOut();
    portal.shared.localStorage.shared.set(ACCESS_TOKEN, token);
    const next = portal.open();
    await next.session.ready;
    await turns();
    expect(next.store.get(isLoginAtom)).toBe(false);
    expect(stored(ACCESS_TOKEN)).toBeUndefined();
  });
});

test('signing in as another member reloads the tabs that show the first', async () => {
  const first = await signedInTab();
  const other = { email: 'jiro@example.com', password: 'kusa-mochi-2026' };
  await server.createMember(other);
  portal.cookies.jar.clear();
  const second = portal.open();
  await second.session.signIn();
  await second.session.completeSignIn(await portal.passSignInPage(second, other));
  await turns();
  expect(first.reloads).toBe(1);
  expect(second.reloads).toBe(0);
});

// @proves 10.426
test('who comes back as another member than the one who left has confirmed no act', async () => {
  const confirms = { act: 'turn_off_second_step', place: '' } as const;
  const kept = (tab: PortalTab) => tab.sessionValues.get(CONFIRMED_ACT);
  const tab = await signedInTab();
  await tab.session.signIn({ confirms, returnTo: '/en/account/mfa-settings' });
  await tab.session.completeSignIn(await portal.passSignInPage(tab));
  expect(JSON.parse(kept(tab) ?? '{}')).toMatchObject(confirms);

  const other = { email: 'saburo@example.com', password: 'kusa-mochi-2026' };
  await server.createMember(other);
  const left = await signedInTab();
  await left.session.signIn({ confirms });
  portal.cookies.jar.clear();
  await left.session.completeSignIn(await portal.passSignInPage(left, other));
  expect(kept(left)).toBeUndefined();
});

describe('a page from the back-forward cache', () => {
  const transition = (type: 'pagehide' | 'pageshow') =>
    window.dispatchEvent(Object.assign(new Event(type), { persisted: true }));

  test('is hidden until its session has been checked', async () => {
    const tab = await signedInTab();
    transition('pagehide');
    expect(document.documentElement).not.toBeVisible();
    transition('pageshow');
    expect(document.documentElement).not.toBeVisible();
    await turns();
    expect(document.documentElement).toBeVisible();
    expect(tab.reloads).toBe(0);
  });

  test('stays hidden and reloads when the member has signed out meanwhile', async () => {
    const tab = await signedInTab();
    transition('pagehide');
    const other = portal.open();
    await other.session.signOut();
    other.session.end();
    transition('pageshow');
    await turns();
    expect(document.documentElement).not.toBeVisible();
    expect(tab.reloads).toBe(1);
    document.documentElement.style.removeProperty('visibility');
  });
});

// @proves 7.76 10.3
test('linking goes to the connection, LINE unless told otherwise', () => {
  const tab = portal.open({ pathname: '/en/account/connect-line' });
  tab.session.connect();
  tab.session.connect('another/one', { ticket: 'one-ticket' });
  expect(tab.visited.map((url) => new URL(url).pathname)).toEqual([
    '/connections/connect/line',
    '/connections/connect/another%2Fone',
  ]);
  expect(new URL(tab.visited[1] ?? '').searchParams.get('ticket')).toBe('one-ticket');
});
