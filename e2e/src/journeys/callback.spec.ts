import type { Page } from '@playwright/test';
import type { Member } from '../support/members.ts';
import { storedTokens } from '../support/session-record.ts';
import { expectGreeted, signIn, signInAtProvider } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { say } from '../support/words.ts';

/** Each wrong return from the provider ends here: words, and the button that starts afresh. */
async function expectWayOn(page: Page, notice: string): Promise<void> {
  await expect(page.getByText(notice)).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(await storedTokens(page)).toEqual([null, null, null]);
}

const FAILED = say(
  'ja',
  'Sign-in could not be completed. Please try again from the sign-in button.',
);
const CANCELLED = say('ja', 'Sign-in was cancelled. You can try again whenever you like.');

/**
 * Types the password and answers with the address to which the provider then sends the browser, which
 * does not go there. (The browser follows redirects by itself; so the test walks them instead.)
 */
async function caughtReturn(page: Page, member: Member): Promise<string> {
  let caught = '';
  const isSubmit = (url: URL) => url.pathname.startsWith('/sign-in/');
  await page.route(isSubmit, async (route) => {
    let answer = await route.fetch({ maxRedirects: 0 });
    let location = '';
    while (answer.status() >= 300 && answer.status() < 400) {
      location = new URL(answer.headers().location ?? '', answer.url()).href;
      if (new URL(location).pathname === '/callback') break;
      answer = await page.request.get(location, { maxRedirects: 0 });
    }
    caught = location;
    await route.fulfill({ status: 204 });
  });
  await signInAtProvider(page, member);
  await expect.poll(() => caught).toContain('code=');
  await page.unroute(isSubmit);
  return caught;
}

/** Whom the provider knows, the portal's own check would sign in beside what is tested. */
function forgetAtProvider(page: Page): Promise<void> {
  return page.context().clearCookies();
}

async function begin(page: Page): Promise<void> {
  await page.goto('/');
  await page
    .getByRole('main')
    .getByRole('button', { name: say('ja', 'Sign in') })
    .click();
}

test('a forged state signs nobody in', async ({ page, member, watch }) => {
  watch.expect(/invalid_grant|oauth\/token/);
  await begin(page);
  const address = await caughtReturn(page, member);
  await forgetAtProvider(page);
  const forged = new URL(address);
  forged.searchParams.set('state', 'forged');
  await page.goto(forged.href);
  await expectWayOn(page, FAILED);
});

test('a return without a sign-in under way signs nobody in', async ({
  page,
  member,
  newBrowser,
}) => {
  await begin(page);
  const address = await caughtReturn(page, member);
  // Somebody else's browser, to which this address was sent: no verifier lies there.
  const stranger = await (await newBrowser({ locale: 'ja-JP' })).newPage();
  await stranger.goto(address);
  await expectWayOn(stranger, FAILED);
});

test('a return opened a second time signs nobody in anew', async ({ page, member, newBrowser }) => {
  await begin(page);
  const address = await caughtReturn(page, member);
  await page.goto(address);
  await page.waitForURL('**/my-page');
  await expectGreeted(page, member);
  const before = await storedTokens(page);

  await test.step('by the member: it leads to their home', async () => {
    await page.goto(address);
    await page.waitForURL('**/my-page');
    await expectGreeted(page, member);
    expect(await storedTokens(page)).toEqual(before);
  });
  await test.step('by someone else: it leads to the welcome page', async () => {
    const stranger = await (await newBrowser({ locale: 'ja-JP' })).newPage();
    await stranger.goto(address);
    await expectWayOn(stranger, FAILED);
  });
});

test('a sign-in that the provider refuses can be begun again', async ({ page, member }) => {
  await begin(page);
  const address = new URL(await caughtReturn(page, member));
  await forgetAtProvider(page);
  const refused = new URL('/callback', address);
  refused.search = `${new URLSearchParams({
    error: 'access_denied',
    state: address.searchParams.get('state') ?? '',
    iss: address.searchParams.get('iss') ?? '',
  })}`;
  await page.goto(refused.href);
  await expectWayOn(page, CANCELLED);
  await page
    .getByRole('main')
    .getByRole('button', { name: say('ja', 'Sign in') })
    .click();
  await signInAtProvider(page, member);
  await page.waitForURL('**/my-page');
  await expectGreeted(page, member);
});

test('a return with nothing in it ends on the welcome page', async ({ page }) => {
  await page.goto('/callback');
  await expectWayOn(page, FAILED);
});

test('Back after signing in does not sign in again', async ({ page, member }) => {
  await signIn(page, member);
  await page.goto('/account');
  await page.goBack();
  await expectGreeted(page, member);
});
