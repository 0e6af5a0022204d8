import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { LOCALES } from '@portal/shared-contract';
import type { BuiltRoutes } from './rows.ts';

/** Reads the rows of packages as a build does, in a process without the transform of these tests. */
async function readAll(folders: readonly string[]): Promise<readonly BuiltRoutes[]> {
  const script = `
    import { deliveredPackage } from ${JSON.stringify(new URL('workspace/packages.ts', HERE))};
    import { readRoutes } from ${JSON.stringify(new URL('rows.ts', HERE))};
    const folders = ${JSON.stringify(folders)};
    console.log(JSON.stringify(await Promise.all(folders.map((f) => readRoutes(deliveredPackage(f))))));`;
  const options = ['--input-type=module', '-e', script];
  return JSON.parse((await promisify(execFile)(process.execPath, options)).stdout);
}
const HERE = `${pathToFileURL(import.meta.dirname)}/`;

/** The side menu of the specification, and the passports: path, words, group, who sees it. */
const SPECIFIED = [
  ['/my-page', 'ホーム', 'Home', '', ''],
  ['/my-page/passports', 'パスポート', 'Passports', '', ''],
  ['/my-page/notifications', 'お知らせ', 'Notifications', '', ''],
  ['/account', 'アカウント', 'Your account', '', ''],
  ['/account/change-email', 'メールアドレスの変更', 'Change email', 'account', ''],
  ['/account/change-password', 'パスワードの変更', 'Change password', 'account', 'passwordSet'],
  [
    '/account/password-settings',
    'パスワードの設定 LINEでご利用の方',
    'Password settings for LINE',
    'account',
    'passwordNotSet',
  ],
  ['/account/mfa-settings', '2段階認証', 'Two-step verification', 'account', ''],
  ['/account/security', 'ログインとセキュリティ', 'Sign-in and security', 'account', ''],
  ['/account/settings', '通知と表示', 'Notifications and display', 'account', ''],
  ['/account/delete', '退会', 'Close account', 'account', ''],
  ['/account/connect-line', 'LINE連携', 'Connect LINE', '', ''],
];

// @proves 2.69 2.70 2.72 2.73 2.74
test('the rows of all parts are the side menu of the specification', async () => {
  const parts = await readAll(['mfe-account', 'mfe-mypage', 'mfe-signup', 'shell']);
  const rows = parts
    .flatMap((part) => part.rows)
    .flatMap(({ path, menu }) => (menu && !menu.foot ? [{ path, ...menu }] : []))
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  expect(
    rows.map(({ path, caption, group = '', audience = '', ...words }) => [
      path,
      ...LOCALES.map((locale) => [words[locale], caption?.[locale] ?? []].flat().join(' ')),
      group,
      audience,
    ]),
  ).toEqual(SPECIFIED);
  expect(parts[0]?.title).toEqual({ ja: 'アカウント設定', en: 'Account settings' });
  expect(parts[3]?.rows.filter(({ menu }) => menu?.foot).map(({ path }) => path)).toEqual([
    '/terms-of-service',
    '/about/visit',
    '/about/contact',
  ]);
});
