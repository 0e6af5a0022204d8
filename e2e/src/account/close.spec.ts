import { violations } from '../support/axe.ts';
import { choice, expectHeading, press } from '../support/page-actions.ts';
import { startSession } from '../support/session.ts';
import { storedTokens } from '../support/session-record.ts';
import { expectGreeting, signInAtProvider } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { confirmByCode } from './actions.ts';

// @proves 1.6 3.26 10.23 12.33 12.35 12.36 12.62
test('a closed account is closed everywhere, until signing in brings it back', async ({
  page,
  context,
  portal,
  member,
  errors,
}) => {
  // A step-up is wanted first (403), and a check that was under way is refused (400, 401).
  errors.allow(/status of (400|401|403)/);
  const on = { page, locale: 'ja' } as const;
  await startSession(page, portal, member);
  const otherTab = await context.newPage();
  await otherTab.goto('/account');
  await otherTab.getByRole('heading', { level: 1 }).waitFor();

  await page.goto('/account/delete');
  await choice(on, 'I no longer need it').check();
  await press(on, 'Continue to confirmation');
  await page.waitForURL('**/account/delete/confirm');
  await confirmByCode(on, portal, member.email, () => press(on, 'Close my account'));

  for (const tab of [page, otherTab]) {
    await expectHeading({ page: tab, locale: 'ja' }, 'Your account has been closed');
    await expect(tab).toHaveTitle(/^退会の手続きが完了しました/);
    await expect(tab.getByRole('button', { name: 'ログアウト' })).toHaveCount(0);
    expect(await storedTokens(tab)).toEqual([null, null, null]);
  }
  await page.goto('/my-page');
  await page.waitForURL(`${portal.idp}/**`);
  await signInAtProvider(page, member);
  await page.getByRole('heading', { name: '退会を取り消しますか？' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: '退会を取り消す' }).click();
  await page.waitForURL('**/my-page');
  await expectGreeting(page, member);
});
