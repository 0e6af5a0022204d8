import { serverText } from '@portal/server-testing/texts';
import { scanPicture } from '../passports/scan.ts';
import { turnstile } from '../passports/turnstile.ts';
import { codeSentTo } from '../support/outbox.ts';
import { buyPassport } from '../support/passports.ts';
import { sessionOf } from '../support/session.ts';
import { signInAtProvider } from '../support/sign-in.ts';
import { expect, PHONE, test } from '../support/test.ts';

const locale = 'ja' as const;

// @proves 2.680 10.680
test('without scripts the page says so, and leads to a code that opens the turnstile', async ({
  newBrowser,
  portal,
  member,
  errors,
}) => {
  // The page names the stylesheets of screens that only scripts draw.
  errors.allow(/preloaded using link preload/);
  const { api } = await sessionOf(portal, member);
  const { id } = await buyPassport(api);
  expect(await turnstile(portal, '--paid', id)).toContain('Done');

  const page = await (await newBrowser({ ...PHONE, javaScriptEnabled: false })).newPage();
  await page.goto('/my-page');
  const words = page.getByText('このブラウザーではページを表示できません');
  // By styles alone, after three seconds.
  await expect(words).toBeVisible({ timeout: 6_000 });
  await expect(page.getByText('This browser cannot show the page')).toBeVisible();
  await page.getByRole('link', { name: '年間パスポートとQRコードだけを表示する' }).click();
  await signInAtProvider(page, member);
  // A password alone shows no code in a new browser.
  await page.locator('#code').fill(await codeSentTo(portal, member.email));
  await page.locator('#code').press('Enter');

  const code = page.getByRole('img', { name: serverText(locale, 'QR code') });
  await expect(code).toBeInViewport();
  await expect(page).not.toHaveURL(/code=/);
  expect(await turnstile(portal, await scanPicture(await code.screenshot()))).toMatch(/^VALID/);
});
