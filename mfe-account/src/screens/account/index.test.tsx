import { openScreenAs } from '@portal/delivery/dev/testing';
import { startTestServer, type TestServer } from '@portal/server/testing';
import { COMPLETE_MEMBER } from '@portal/server/testing/members';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as routes from '../../routes.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const HANAKO = {
  ...COMPLETE_MEMBER,
  email: 'hanako@example.com',
  mfaEnabled: true,
  mfaChannel: 'sms',
  password: 'sakura-mochi-2026',
} as const;

type Member = Parameters<TestServer['createMember']>[0];

const openAccount = (path: string, member: Member, fetch = server.api.fetch) =>
  openScreenAs(server, { routes, path, member, fetch });

/** The rows of a group as `[term, value]`. */
async function rowsOf(group: string): Promise<[string, string][]> {
  const region = await screen.findByRole('region', { name: group });
  const terms = within(region).getAllByRole('term');
  const values = within(region).getAllByRole('definition');
  return terms.map((term, n) => [term.textContent, values[n]?.textContent ?? '']);
}

// @proves 13.2
test('shows all of the member’s data in Japanese', async () => {
  await openAccount('/account', HANAKO);
  expect(await screen.findByRole('heading', { level: 1, name: 'アカウント' })).toBeVisible();
  expect(screen.getByText('山田 花子 様')).toBeVisible();
  expect(screen.getByText(/^会員番号/)).toHaveTextContent(/会員番号 \d{10}/);
  expect(await rowsOf('会員情報')).toEqual([
    ['お名前', '山田 花子'],
    ['フリガナ', 'ヤマダ ハナコ'],
    ['生年月日', '1990.04.05'],
    ['性別', '女性'],
  ]);
  expect(await rowsOf('ご連絡先')).toEqual([
    ['メールアドレス', 'h***o@example.com確認済み'],
    ['電話番号', '090-1234-5678'],
    ['国・地域', '日本'],
    ['住所', '〒100-0001\n東京都千代田区千代田1-1'],
  ]);
  expect(await rowsOf('ログインとセキュリティ')).toEqual([
    ['パスワード', '設定済み'],
    ['2段階認証', 'オンSMSで確認コードを受け取ります'],
    ['LINE', '未連携'],
  ]);
  expect(await rowsOf('メールと言語')).toEqual([
    ['お知らせメール', '受け取る'],
    ['メールの言語', '日本語'],
  ]);
});

test('shows a member abroad in English, without the fields that only Japan has', async () => {
  await openAccount('/en/account', {
    email: 'marie@example.com',
    emailVerified: false,
    firstName: 'Marie',
    lastName: 'Curie',
    dateOfBirth: '1967-11-07',
    gender: 'other',
    phone: '+33612345678',
    phoneCountryCode: 'FR',
    postalCode: '75005',
    city: 'Paris',
    address: '11 rue Pierre et Marie Curie',
    country: 'FR',
    emailOptIn: false,
    locale: 'en',
  });
  expect(await rowsOf('Profile')).toEqual([
    ['Name', 'Marie Curie'],
    ['Date of birth', '1967.11.07'],
    ['Gender', 'Other'],
  ]);
  expect(await rowsOf('Contact')).toEqual([
    ['E-mail address', 'm***e@example.comNot confirmed'],
    ['Phone number', '+33 6 12 34 56 78'],
    ['Country or region', 'France'],
    ['Address', '11 rue Pierre et Marie Curie\nParis 75005'],
  ]);
  expect(await rowsOf('Sign-in and security')).toEqual([
    ['Password', 'Not set'],
    ['Two-step verification', 'Off'],
    ['LINE', 'Not connected'],
  ]);
  expect(await rowsOf('E-mail and language')).toEqual([
    ['News by e-mail', 'Not subscribed'],
    ['Language of e-mails', 'English'],
  ]);
});

test('says “not entered” for every empty value', async () => {
  await openAccount('/en/account', { email: 'new@example.com', country: 'JP' });
  expect(await rowsOf('Profile')).toEqual([
    ['Name', 'Not entered'],
    ['Name in katakana', 'Not entered'],
    ['Date of birth', 'Not entered'],
    ['Gender', 'Not entered'],
  ]);
  expect((await rowsOf('Contact')).slice(1)).toEqual([
    ['Phone number', 'Not entered'],
    ['Country or region', 'Japan'],
    ['Address', 'Not entered'],
  ]);
  expect((await rowsOf('E-mail and language'))[0]).toEqual(['News by e-mail', 'Not entered']);
});

// @proves 2.91 13.2
test('links to the page above, to the screen where each value is changed, and only to screens that exist', async () => {
  await openAccount('/en/account', { email: 'links@example.com', password: 'sakura-mochi-2026' });
  await rowsOf('Profile');
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links.shift()).toBe('/en/my-page');
  expect(links).toEqual([
    '/en/account/edit',
    '/en/account/edit',
    '/en/account/change-email',
    '/en/account/change-password',
    '/en/account/mfa-settings',
    '/en/account/connect-line',
    '/en/account/settings',
    '/en/account/delete',
  ]);
  const screens = routes.rows.map(({ path }) => `/en${path}`);
  expect(links.filter((link) => !screens.includes(link ?? ''))).toEqual([]);
});

test('a member without a password gets a link to set one', async () => {
  await openAccount('/en/account', { email: 'no-password@example.com' });
  await rowsOf('Profile');
  expect(screen.getByRole('link', { name: 'Set a password' })).toHaveAttribute(
    'href',
    '/en/account/password-settings',
  );
});

// @proves 8.10
test('shows an error while offline, and the page once the connection is back', async () => {
  let offline = true;
  await openAccount('/en/account', { email: 'away@example.com', firstName: 'Ada' }, (request) =>
    offline ? Promise.reject(new TypeError('Failed to fetch')) : server.api.fetch(request),
  );
  expect(await screen.findByText(/offline|connection/i)).toBeVisible();
  offline = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await rowsOf('Profile'))[0]).toEqual(['Name', 'Ada']);
  await waitFor(() => expect(document.activeElement).toHaveTextContent('Your account'));
});

// @proves 8.8
test('offers to sign in when the API refuses a renewed token too', async () => {
  const tokens = { access_token: 'renewed', refresh_token: 'next', token_type: 'Bearer' };
  const provider = jest
    .spyOn(window, 'fetch')
    .mockImplementation(async () => Response.json(tokens));
  const refused = async () => Response.json({ error: 'auth.unauthorized' }, { status: 401 });
  await openAccount('/en/account', COMPLETE_MEMBER, refused);
  expect(await screen.findByText('Please sign in again to continue.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Sign in again' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  provider.mockRestore();
});

test('shows a skeleton and announces loading while the data is slow', async () => {
  const held = Promise.withResolvers<void>();
  await openAccount(
    '/en/account',
    { email: 'slow@example.com', firstName: 'Ada' },
    async (request) => {
      await held.promise;
      return server.api.fetch(request);
    },
  );
  expect(await screen.findByText('Loading')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Your account');
  held.resolve();
  expect((await rowsOf('Profile'))[0]).toEqual(['Name', 'Ada']);
});

// @proves 2.87
test('shows at once what it showed before, and then what another device has changed', async () => {
  let held: Promise<void> | undefined;
  const { router, id } = await openAccount(
    '/en/account',
    { ...HANAKO, email: 'again@example.com' },
    async (request) => {
      await held;
      return server.api.fetch(request);
    },
  );
  const line = async () => (await rowsOf('Sign-in and security'))[2]?.[1];
  expect(await line()).toBe('Not connected');
  const release = Promise.withResolvers<void>();
  held = release.promise;
  await server.linkLine(id);
  await act(() => router.navigate('/en/nowhere'));
  await act(() => router.navigate('/en/account'));
  expect(screen.queryByText('Loading')).toBeNull();
  expect(await line()).toBe('Not connected');
  release.resolve();
  await waitFor(async () => expect(await line()).toBe('Connected'));
});
