import { startTestServer, type TestServer } from '@portal/server-testing';
import { NOTIFICATION_EVENTS_PATH } from '@portal/shared-contract';
import { act, screen, within } from '@testing-library/react';
import { openPortal, type TestPortalOptions } from '../testing/portal.tsx';
import { remoteWith } from '../testing/remote.tsx';

let server: TestServer;
let member: Pick<TestPortalOptions, 'accessToken' | 'fetch'>;

/** The unread count in every answer. */
let unreadCount = 0;
/** The server, but for the count, which would change for the next test by the state of the session. */
const answer: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const { pathname } = new URL(request.url);
  if (pathname.endsWith(NOTIFICATION_EVENTS_PATH)) return new Promise(() => {});
  if (!pathname.endsWith('/notifications')) return server.api.fetch(request);
  const meta = { page: 1, limit: 1, total: 0, last_page: 1 };
  return Response.json({ data: [], total_unread: unreadCount, meta });
};

beforeAll(async () => {
  server = await startTestServer();
  const { id } = await server.createMember({ firstName: 'Hanako', lastName: 'Yamada' });
  member = { ...(await server.signInAs(id)), fetch: answer };
});
afterAll(() => server.close());

const remotes = {
  owning: (path: string) => (/^\/(my-page|account)/.test(path) ? 'mypage' : undefined),
  load: async () =>
    remoteWith({
      '/my-page': { heading: 'Home' },
      '/my-page/passports/:id': { heading: 'Passport' },
      '/account': { heading: 'Account' },
    }),
};

// @proves 4.35
test.each([
  [3, 'Notifications, 3 unread', '3'],
  [120, 'Notifications, 120 unread', '99+'],
  [0, 'Notifications', ''],
  [-1, 'Notifications', ''],
])('with %i unread the bell is named “%s” and shows “%s”', async (unread, name, badge) => {
  unreadCount = unread;
  await openPortal({ path: '/en/my-page', ...member, remotes });
  expect((await screen.findByRole('button', { name })).textContent).toBe(name + badge);
});

// @proves 1.18 6.2
test('a member has the logo, the bell with its count, the greeting, the sign-out and the menu', async () => {
  unreadCount = 3;
  await openPortal({ path: '/en/my-page', ...member, remotes });
  expect(await screen.findByRole('button', { name: 'Notifications, 3 unread' })).toBeVisible();
  expect(await screen.findByText(/Hanako Yamada/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Tsubame Members' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Menu' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull();
});

// @proves 2.111
test('the navigation says where a member is, and a visitor has none', async () => {
  const navigation = [
    { to: '/my-page', ja: 'ホーム', en: 'Home' },
    { to: '/my-page/passports', ja: 'パスポート', en: 'Passports' },
  ] as const;
  const { router } = await openPortal({ path: '/en/my-page', ...member, remotes, navigation });
  const entries = async () =>
    within(await screen.findByRole('navigation', { name: 'Main pages' }))
      .getAllByRole('link')
      .map((link) => [
        link.textContent,
        link.getAttribute('href'),
        link.getAttribute('aria-current'),
      ]);
  const passports = '/en/my-page/passports';
  expect(await entries()).toEqual([
    ['Home', '/en/my-page', 'page'],
    ['Passports', passports, null],
  ]);
  await act(() => router.navigate('/en/my-page/passports/7'));
  expect(await entries()).toEqual([
    ['Home', '/en/my-page', null],
    ['Passports', passports, 'true'],
  ]);
  await act(() => router.navigate('/en/terms-of-service'));
  await screen.findByRole('heading', { level: 1, name: 'Terms of service' });
  expect(screen.queryByRole('navigation', { name: 'Main pages' })).toBeNull();
});

// @proves 1.19
test('the logo leads to my page', async () => {
  await openPortal({ path: '/en/account', ...member, remotes });
  const logo = await screen.findByRole('link', { name: 'Tsubame Members' });
  expect(logo).toHaveAttribute('href', '/en/my-page');
});

// @proves 2.50
test('the terms page hides the right-hand controls', async () => {
  await openPortal({ path: '/en/terms-of-service', ...member });
  await screen.findByRole('heading', { level: 1, name: 'Terms of service' });
  expect(screen.queryByRole('button', { name: 'Sign out' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull();
});

// @proves 2.92
test('the footer links to the operator’s pages that are configured, and to no other', async () => {
  const contact = 'https://www.example.com/contact';
  await openPortal({ path: '/en/my-page', ...member, remotes, config: { siteLinks: { contact } } });
  const footer = within(await screen.findByRole('contentinfo'));
  expect(footer.getByRole('link', { name: 'Contact' })).toHaveAttribute('href', contact);
  expect(footer.queryByRole('link', { name: 'Privacy policy' })).toBeNull();
});
