import { startTestServer, type TestServer } from '@portal/server-testing';
import { testPortalConfig } from '@portal/server-testing/portal-config';
import { apiSetup } from '@portal/shared-api';
import { listNotificationPage, startSession } from '@portal/shared-auth';
import type { RouteOnPage } from '@portal/shared-contract';
import { LocaleLink } from '@portal/shared-routing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openPortal } from '../testing/portal.tsx';
import { Heading, remoteWith } from '../testing/remote.tsx';
import { PREFETCH_BYTES_MAX, startPrefetching } from './prefetch.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const NEWS = '/notifications?page=1&limit=10';
const route = (early: readonly string[], file: string): RouteOnPage => ({
  guard: 'session',
  layout: 'default',
  early,
  files: [file],
});
const remote = (name: string, routes: Record<string, RouteOnPage>) => ({
  name,
  base: `/remotes/${name}/`,
  styles: [],
  scripts: ['entry.js'],
  routes,
});
const released = {
  account: remote('account', { '/account': route(['/userinfo'], 'account.js') }),
  mypage: remote('mypage', {
    '/my-page': route(['/userinfo', NEWS], 'home.js'),
    '/my-page/notifications': route(['/userinfo', NEWS], 'list.js'),
  }),
};

const owning = (path: string) => (path.startsWith('/my-page') ? 'mypage' : 'account');
const account = remoteWith({
  '/account': { heading: '', lazy: async () => ({ Component: Account }) },
});
const mypage = remoteWith({
  '/my-page/notifications': {
    heading: '',
    lazy: async () => ({
      loader: async () => {
        const answer = await listNotificationPage({}, { purpose: 'navigation' });
        return answer.ok ? 'The list' : 'A problem';
      },
      Component: Heading,
    }),
  },
});

const { fetch: browserFetch } = globalThis;
let stop = () => {};
const { getEntriesByName } = performance;
afterEach(() => {
  stop();
  globalThis.fetch = browserFetch;
  performance.getEntriesByName = getEntriesByName;
});

let releases = 0;
/** What the page says, with names of files that no test before has fetched. */
function newRelease() {
  releases += 1;
  const base = (name: string) => `/remotes/${name}/${releases}/`;
  const { account, mypage } = released;
  return {
    account: { ...account, base: base('account') },
    mypage: { ...mypage, base: base('mypage') },
  };
}

/** The account, with a link to the list below it; nothing is prefetched yet. */
async function openAccount(
  connection: object | undefined,
  {
    named = true,
    bytes = 1,
    path = '/en/account',
    profile = {},
  }: {
    readonly named?: boolean;
    readonly bytes?: number;
    readonly path?: string;
    readonly profile?: Parameters<typeof server.createMember>[0];
  } = {},
) {
  const member = await server.createMember({ firstName: 'Hanako', ...profile });
  const { accessToken } = await server.signInAs(member.id);
  const asked: string[] = [];
  const files: string[] = [];
  const portal = await openPortal({
    path: '/en/account',
    accessToken,
    released: newRelease(),
    remotes: { owning, load: async (name) => (name === 'mypage' ? mypage : account) },
    fetch(input, init) {
      const request = new Request(input, init);
      const { pathname, search } = new URL(request.url);
      asked.push(pathname + search);
      if (!named && pathname.endsWith('/userinfo')) return new Promise(() => {});
      return server.api.fetch(request);
    },
  });
  await screen.findByRole('heading', { name: 'Your account' });
  // Nothing is asked for ahead before the API has named the member.
  if (named) await screen.findByText('Hanako');
  const run: string[] = [];
  const signals: AbortSignal[] = [];
  Object.assign(window.portal, {
    shell: { base: '/remotes/shell/' },
    load: async (url: string) => void run.push(url),
  });
  globalThis.fetch = async (url, { signal } = {}) => {
    files.push(String(url).replace(/\/\d+\//, '/'));
    if (signal) signals.push(signal);
    return new Response(new Uint8Array(bytes));
  };
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
  window.history.replaceState(null, '', path);
  const { remotes } = window.portal;
  stop = startPrefetching({ owning, released: async () => remotes }, 'account', portal.router);
  const news = () => asked.filter((address) => address.endsWith(NEWS)).length;
  return { portal, files, run, signals, news };
}

const link = () => screen.getByRole('link', { name: 'Notifications' });

// @proves 2.88
test.each([
  ['a mouse', () => fireEvent.pointerOver(link())],
  ['a finger', () => fireEvent.pointerDown(link())],
  ['the keyboard', () => fireEvent.focusIn(link())],
])(
  'the page of a link that %s has reached is fetched, with its texts and data',
  async (_, reach) => {
    const { files, run, news } = await openAccount({ saveData: true });
    window.portal.textFiles = async (url) =>
      url.endsWith('list.js') ? [url.replace('js', 'en.json')] : [];
    expect(files).toEqual([]);
    reach();
    await waitFor(() => expect(news()).toBe(1));
    expect(run).toEqual([]);
    expect(files).toEqual(
      ['entry.js', 'list.js', 'list.en.json'].map((file) => `/remotes/mypage/${file}`),
    );
    await userEvent.click(link());
    expect(await screen.findByRole('heading', { name: 'The list' })).toBeVisible();
    expect(news()).toBe(1);
  },
);

// @proves 2.88
test('a tap is answered before anything is fetched', async () => {
  const { files, news } = await openAccount({ saveData: true });
  fireEvent.pointerDown(link());
  for (let turn = 0; turn < 10; turn += 1) await undefined;
  expect([files, news()]).toEqual([[], 0]);
  await waitFor(() => expect(news()).toBe(1));
});

// @proves 2.590
test.each([
  ['fits', false, 1],
  ['is too large', true, PREFETCH_BYTES_MAX],
])('the fetching of a page that %s is ended early: %s', async (_, isEnded, bytes) => {
  const { signals, news } = await openAccount({ saveData: true }, { bytes });
  fireEvent.pointerOver(link());
  await waitFor(() => expect(news()).toBe(1));
  await waitFor(() =>
    expect(signals.map(({ aborted }) => aborted)).toEqual(Array(2).fill(isEnded)),
  );
});

// @proves 2.86
test('what was fetched for a member is not used after the sign-out', async () => {
  const { news } = await openAccount({ saveData: true });
  fireEvent.pointerOver(link());
  await waitFor(() => expect(news()).toBe(1));
  expect(apiSetup().early?.size).toBe(1);
  startSession({ config: testPortalConfig });
  localStorage.clear();
  startSession({ config: testPortalConfig });
  expect(apiSetup().early?.size).toBe(0);
});

function Account() {
  return (
    <>
      <h1>Your account</h1>
      <LocaleLink to="/my-page/notifications">Notifications</LocaleLink>
    </>
  );
}
