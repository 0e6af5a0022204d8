import { startTestServer, type TestServer } from '@portal/server-testing';
import type { LatestReleases, PackageOnPage, PortalPage } from '@portal/shared-contract';
import { LocaleLink, useNavigate } from '@portal/shared-routing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openPortal, type TestPortalOptions } from '../testing/portal.tsx';
import { Heading, remoteWith } from '../testing/remote.tsx';
import { watchReleases } from './watch-releases.tsx';

const MINUTE_MS = 60_000;
const NOTICE = 'A new version of this site is available.';

function FirstPage() {
  const navigate = useNavigate();
  return (
    <>
      <Heading />
      <LocaleLink to="/account/settings">Settings</LocaleLink>
      <LocaleLink to="/signup">Sign up</LocaleLink>
      <label>
        Name <input name="name" />
      </label>
      <button type="button" onClick={() => navigate('/en/account/settings')}>
        Next step
      </button>
    </>
  );
}
const gone = Object.assign(new Error('gone'), { name: 'ChunkLoadError' });
const account = remoteWith({
  '/account': {
    heading: 'Account',
    lazy: async () => ({ loader: () => 'Account', Component: FirstPage }),
  },
  '/account/settings': {
    heading: 'Settings',
    lazy: async () => ({ loader: () => 'Settings', Component: FirstPage }),
  },
  '/account/gone': { heading: 'Gone', lazy: () => Promise.reject(gone) },
  '/signup': { heading: 'Sign up', guard: 'public', layout: 'empty' },
});
const page = (version: string): PackageOnPage => ({
  version,
  base: '/',
  files: {},
  scripts: [],
  styles: [],
  routes: {},
});
const accountRoutes = Object.fromEntries(
  account.rows.map(({ path, guard = 'session', layout = 'default' }) => [
    path,
    { files: [], guard, layout },
  ]),
);
const SAME: LatestReleases = { seq: 1, parts: { shell: '1', account: '1' } };
const NEWER: LatestReleases = { seq: 2, parts: { shell: '1', account: '2' } };

let server: TestServer;
let member: Pick<TestPortalOptions, 'accessToken' | 'fetch'>;
let stop: (() => void) | undefined;
beforeAll(async () => {
  server = await startTestServer();
  const { id } = await server.createMember({});
  member = {
    ...(await server.signInAs(id)),
    fetch: (...call) => server.api.fetch(new Request(...call)),
  };
});
afterEach(() => act(() => stop?.()));
afterAll(() => server.close());

async function open(path = '/en/account') {
  const portal = await openPortal({
    path,
    ...member,
    remotes: { owning: () => 'account', load: async () => account },
  });
  Object.assign(window.portal, {
    shell: page('1'),
    areas: 'account',
    remotes: {
      account: {
        ...page('1'),
        routes: accountRoutes,
        name: 'account',
        entry: '',
        title: { ja: 'アカウント設定', en: 'Account settings' },
      },
    },
  } satisfies Partial<PortalPage>);
  window.history.replaceState(null, '', path);
  portal.router.subscribe(({ location }) =>
    window.history.replaceState(null, '', location.pathname),
  );
  let time = 1_000_000;
  let due: { readonly at: number; readonly run: () => void } | undefined;
  let latest: LatestReleases | 'down' = SAME;
  let asked = 0;
  const loads: string[] = [];
  stop = watchReleases({
    router: portal.router,
    clock: {
      now: () => time,
      random: () => 0.5,
      after(milliseconds, run) {
        const mine = { at: time + milliseconds, run };
        due = mine;
        return () => {
          if (due === mine) due = undefined;
        };
      },
    },
    async fetch() {
      asked += 1;
      return latest === 'down' ? new Response('', { status: 503 }) : Response.json(latest);
    },
    load: (address) => loads.push(address),
  });
  const pass = (milliseconds: number) =>
    act(async () => {
      time += milliseconds;
      if (due && due.at <= time) due.run();
    });
  const release = async (released: typeof latest = NEWER) => {
    latest = released;
    await pass(6 * MINUTE_MS);
  };
  return { ...portal, loads, pass, release, asked: () => asked };
}

const show = (state: 'visible' | 'hidden') => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  fireEvent(document, new Event('visibilitychange'));
};
afterEach(() => void jest.restoreAllMocks());
const follow = (name: string) => userEvent.click(screen.getByRole('link', { name }));
const heading = (name: string) => screen.findByRole('heading', { name });

// @proves 7.15 7.184
test('asks while the tab is visible, and not more than once a minute', async () => {
  const portal = await open();
  await heading('Account');
  await portal.pass(4 * MINUTE_MS);
  expect(portal.asked()).toBe(0);
  await portal.pass(2 * MINUTE_MS);
  expect(portal.asked()).toBe(1);
  show('hidden');
  await portal.pass(60 * MINUTE_MS);
  expect(portal.asked()).toBe(1);
  show('visible');
  await portal.pass(10_000);
  expect(portal.asked()).toBe(2);
  show('hidden');
  show('visible');
  await portal.pass(MINUTE_MS - 1);
  expect(portal.asked()).toBe(2);
  await portal.pass(MINUTE_MS);
  expect(portal.asked()).toBe(3);
});

// @proves 7.15 7.185
test.each([
  ['/en/account', NOTICE, 'Update now', 'Close'],
  ['/account', '新しいバージョンをご利用いただけます。', '更新する', '閉じる'],
])('on %s announces a new release, which a button takes', async (path, notice, update, close) => {
  const portal = await open(path);
  await heading('Account');
  await portal.release('down');
  await portal.release(SAME);
  expect(screen.queryByText(notice)).toBeNull();
  await portal.release();
  expect(await screen.findByText(notice)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: update }));
  expect(portal.loads).toEqual([path]);
  await userEvent.click(screen.getByRole('button', { name: close }));
  expect(screen.queryByText(notice)).toBeNull();
});

// @proves 7.15 7.186
test('the next link to another page loads it from the new release, at most once in 10 s', async () => {
  const portal = await open();
  await heading('Account');
  await portal.release();
  await follow('Settings');
  expect(portal.loads).toEqual(['/en/account/settings']);
  // A page that an edge still had is of the old release.
  await act(() => portal.router.navigate('/en/account'));
  await heading('Account');
  await follow('Settings');
  expect(portal.loads).toHaveLength(1);
  await act(() => portal.router.navigate('/en/account'));
  await heading('Account');
  await portal.pass(10_000);
  await follow('Settings');
  expect(portal.loads).toHaveLength(2);
});

// @proves 7.187
test('what was typed keeps its page, also over steps that follow by themselves', async () => {
  const portal = await open();
  await heading('Account');
  await userEvent.type(screen.getByLabelText('Name'), 'Hanako');
  await portal.release();
  expect(screen.queryByText(NOTICE)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Next step' }));
  await heading('Settings');
  await follow('Settings');
  expect(portal.loads).toEqual([]);
});

// @proves 7.187
test('a flow that was begun, and one that a link begins, are not interrupted', async () => {
  const portal = await open();
  await heading('Account');
  await portal.release();
  await follow('Sign up');
  await heading('Sign up');
  expect(portal.loads).toEqual([]);
  await act(() => portal.router.navigate('/en/account'));
  await heading('Account');
  const draft = { expiresAt: Date.now() + MINUTE_MS, value: {} };
  sessionStorage.setItem('draft:change-email', JSON.stringify(draft));
  await follow('Settings');
  await heading('Settings');
  expect(portal.loads).toEqual([]);
});

// @proves 7.188
test('a page whose files are gone is loaded from the new release', async () => {
  const portal = await open();
  await heading('Account');
  await portal.release(SAME);
  await act(() => portal.router.navigate('/en/account/gone'));
  await heading('“Account settings” could not be shown');
  expect(portal.loads).toEqual([]);
  await act(() => portal.router.navigate('/en/account'));
  await heading('Account');
  await portal.release();
  await act(() => portal.router.navigate('/en/account/gone'));
  await waitFor(() => expect(portal.loads).toEqual(['/en/account/gone']));
});
