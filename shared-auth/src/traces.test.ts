import { startTestIdp, type TestIdp } from '@portal/server-testing/idp/idp';
import { isLoginAtom } from './atoms.ts';
import { ACCESS_TOKEN, HAD_SESSION } from './stored-names.ts';
import { MEMBER, openPortalBrowser, type PortalTab } from './testing/portal-browser.ts';

let server: TestIdp;
let portal: ReturnType<typeof openPortalBrowser>;
/** How often the portal's origin was asked to have the browser forget. */
let asked = 0;
/** What it answers; a browser that knows the answer's header removes everything. */
let clear: () => Promise<Response>;
beforeAll(async () => {
  server = await startTestIdp({ member: MEMBER });
});
afterAll(() => server.close());
beforeEach(() => {
  asked = 0;
  clear = async () => {
    const { localStorage } = portal.shared;
    localStorage.shared.clear();
    for (const view of localStorage.views) view.clear();
    portal.shared.indexedDB.deleteDatabase('portal-session');
    return new Response();
  };
  portal = openPortalBrowser(server);
});
afterEach(() => portal.close());

const browserFetch: typeof fetch = (input, init) => {
  if (input !== '/signed-out') return fetch(input, init);
  asked += 1;
  return clear();
};
const open = (pathname = '/my-page') => portal.open({ fetch: browserFetch, pathname });
const stored = (name: string) => portal.shared.localStorage.shared.get(name);

async function signIn(tab: PortalTab): Promise<void> {
  await tab.session.signIn();
  await tab.session.completeSignIn(await portal.passSignInPage(tab));
}
async function signedInTab(): Promise<PortalTab> {
  const tab = open();
  await signIn(tab);
  return tab;
}

// @proves 14.510
test('a sign-out has the browser remove everything before it goes to the provider', async () => {
  const tab = await signedInTab();
  const other = open();
  await other.session.ready;
  const held = Promise.withResolvers<void>();
  const empty = clear;
  clear = () => held.promise.then(empty);
  const before = tab.visited.length;
  const leaving = tab.session.signOut();
  await turns();
  expect(asked).toBe(1);
  expect(tab.visited).toHaveLength(before);
  held.resolve();
  await leaving;
  expect(tab.visited.at(-1)).toContain('/logout?');
  expect(asked).toBe(1);
  expect([...portal.shared.localStorage.shared.keys()]).toEqual([]);
  expect(other.store.get(isLoginAtom)).toBe(false);
  // Nothing is left to remove.
  await open().session.ready;
  expect(asked).toBe(1);
});

// @proves 12.2
test('what was typed in this tab outlives a session that ended elsewhere', async () => {
  const tab = await signedInTab();
  const empty = clear;
  clear = () => {
    window.sessionStorage.clear();
    return empty();
  };
  window.sessionStorage.setItem('draft:edit', 'typed');
  window.sessionStorage.setItem('other', 'goes');
  portal.cookies.jar.clear();
  await tab.session.checkSession();
  await turns();
  expect(asked).toBe(1);
  expect(Object.keys(window.sessionStorage)).toEqual(['draft:edit']);
});

// @proves 3.510 14.510
test('without a connection the sign-out goes on, and the next page asks again', async () => {
  const tab = await signedInTab();
  const empty = clear;
  clear = () => Promise.reject(new TypeError('Failed to fetch'));
  await tab.session.signOut();
  expect(tab.visited.at(-1)).toContain('/logout?');
  expect([stored(ACCESS_TOKEN), stored(HAD_SESSION)]).toEqual([undefined, '1']);
  clear = empty;
  await open().session.ready;
  await turns();
  expect(asked).toBe(2);
  expect(stored(HAD_SESSION)).toBeUndefined();
});

/** Lets what was begun come to its end. */
const turns = async () => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
