import { sharedServer, type TestServer } from '@portal/kit/testing';
import { COMPLETE_MEMBER } from '@portal/kit/testing/members';
import { openScreenAs } from '@portal/kit/testing/open-screen';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as routes from '../../routes.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const server = sharedServer();

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

/** The rows of a group as `[label, value]`. */
async function rowsOf(group: string): Promise<[string, string][]> {
  const region = await screen.findByRole('region', { name: group });
  return within(region)
    .getAllByRole('link')
    .map((row) => {
      const [label, value] = row.querySelectorAll(':scope > span');
      return [label?.textContent ?? '', value?.textContent ?? ''];
    });
}

// @proves 13.2
test('shows all of the member’s data in Japanese', async () => {
  await openAccount('/account', HANAKO);
  expect(await screen.findByRole('heading', { level: 1, name: 'アカウント' })).toBeVisible();
  expect(await screen.findByText('山田 花子 様')).toBeVisible();
  expect(screen.getByText(/^会員番号/)).toHaveTextContent(/会員番号 \d{10}/);
  await screen.findByText('hanako@example.com');
  expect(await rowsOf('会員情報')).toEqual([
    ['お名前', '山田 花子ヤマダ ハナコ'],
    ['生年月日', '1990年4月5日'],
    ['性別', '女性'],
    ['メールアドレス', 'hanako@example.com'],
    ['電話番号', '090-1234-5678'],
    ['住所', '〒100-0001\n東京都千代田区千代田1-1'],
  ]);
  expect(await rowsOf('ログインとセキュリティ')).toEqual([
    ['パスワード', '設定済み'],
    ['2段階認証', 'オン（SMSで受け取る）'],
    ['LINE', '未連携'],
    ['端末・パスキー', 'ログイン中の端末・最近の操作'],
  ]);
  expect(await rowsOf('通知と表示')).toEqual([
    ['お知らせメール', '受け取る'],
    ['言語', '日本語'],
    ['そのほか', '画面の表示・通知'],
  ]);
});

// @proves 5.24
test.each([
  ['masks', 'a day', DAY_MS, 'older@example.com', 'o***r@example.com'],
  ['shows', 'a minute less than a day', DAY_MS - 60_000, 'newer@example.com', 'newer@example.com'],
])(
  '%s the own address where the sign-in on this device was %s ago',
  async (_does, _ago, age, email, shown) => {
    await openAccount('/en/account', { ...HANAKO, email }, async (request) => {
      const answer = await server.api.fetch(request);
      if (!request.url.endsWith('/me/devices')) return answer;
      const body = await answer.json();
      const [here] = body.data;
      const signedInHere = { ...here, signed_in_at: new Date(Date.now() - age).toISOString() };
      return Response.json({ ...body, data: [signedInHere, { ...here, current: false }] });
    });
    await waitFor(async () =>
      expect(await rowsOf('Profile')).toContainEqual(['Email address', shown]),
    );
  },
);

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
