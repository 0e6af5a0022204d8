import type { Page } from '@playwright/test';
import { translate } from '../support/labels.ts';
import type { Member } from '../support/members.ts';
import { storedTokens } from '../support/session-record.ts';
import { goToProvider, signInAtProvider } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const FAILED = translate(
  'ja',
  'Sign-in could not be completed. Try again from the sign-in button.',
);

/** Every wrong return from the provider ends on the welcome page, with a notice and nobody signed in. */
async function expectWelcomeWith(page: Page, notice: string): Promise<void> {
  await expect(page.getByText(notice)).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(await storedTokens(page)).toEqual([null, null, null]);
}

/** Signs in and returns the address to which the provider then sends the browser, which does not go there. */
async function interceptReturn(page: Page, member: Member): Promise<string> {
  let intercepted = '';
  const isSubmit = (url: URL) => url.pathname.startsWith('/sign-in/');
  await page.route(isSubmit, async (route) => {
    let answer = await route.fetch({ maxRedirects: 0 });
    let location = '';
    while (answer.status() >= 300 && answer.status() < 400) {
      location = new URL(answer.headers().location ?? '', answer.url()).href;
      if (new URL(location).pathname === '/callback') break;
      answer = await page.request.get(location, { maxRedirects: 0 });
    }
    intercepted = location;
    await route.fulfill({ status: 204 });
  });
  await signInAtProvider(page, member);
  await expect.poll(() => intercepted).toContain('code=');
  await page.unroute(isSubmit);
  return intercepted;
}

/** The portal's own check would sign in a member whom the provider knows, beside what is tested. */
const forgetAtProvider = (page: Page): Promise<void> => page.context().clearCookies();

// @proves 2.36 4.15 4.16 8.11
test('a forged state signs nobody in, and neither does a return with nothing in it', async ({
  page,
  member,
  errors,
}) => {
  errors.allow(/invalid_grant|oauth\/token/);
  await goToProvider(page);
  const address = await interceptReturn(page, member);
  await forgetAtProvider(page);
  const forged = new URL(address);
  forged.searchParams.set('state', 'forged');
  for (const wrong of [forged.href, '/callback']) {
    await page.goto(wrong);
    await expectWelcomeWith(page, FAILED);
  }
});

// @proves 4.14 8.11
test('a return in a browser that has not begun the sign-in signs nobody in', async ({
  page,
  member,
  newBrowser,
}) => {
  await goToProvider(page);
  const address = await interceptReturn(page, member);
  // As if the address had been sent to somebody else: that browser has no verifier.
  const other = await (await newBrowser({ locale: 'ja-JP' })).newPage();
  await other.goto(address);
  await expectWelcomeWith(other, FAILED);
});
