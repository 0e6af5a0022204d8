import { chromium, type Page } from '@playwright/test';
import { serverText } from '@portal/server-testing/texts';
import { browserOptions } from '../support/browser.ts';
import { translate } from '../support/labels.ts';
import { createMember, nameOf } from '../support/members.ts';
import { startSession } from '../support/session.ts';
import { NO_PAGE, storedTokens } from '../support/session-record.ts';
import { expectGreeting, openAndAwaitCheck, signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { needsWholeBrowser } from '../support/whole-browser.ts';

/** Repeated, because a guard may just be leading the signed-out member to another page. */
const expectSignedOut = (page: Page) =>
  expect(async () => expect(await storedTokens(page)).toEqual([null, null, null])).toPass({
    timeout: 10_000,
  });

// @proves 4.19
test.describe('a page from the back-forward cache', () => {
  // Only the whole browser has this cache, and Playwright turns it off.
  needsWholeBrowser(test);

  for (const { signsOut, title } of [
    { signsOut: true, title: 'shows nothing of a member who has signed out' },
    { signsOut: false, title: 'is shown again to a member who is still signed in' },
  ]) {
    test(title, async ({ member, portal }) => {
      const browser = await chromium.launch({
        ...browserOptions(),
        ignoreDefaultArgs: ['--disable-back-forward-cache'],
      });
      try {
        const context = await browser.newContext({ baseURL: portal.portal, locale: 'ja-JP' });
        const page = await context.newPage();
        const seen: string[] = [];
        page.on('console', (message) => {
          if (message.text().startsWith('seen: ')) seen.push(message.text());
        });
        await startSession(page, portal, member);
        await openAndAwaitCheck(page, '/my-page');
        await expectGreeting(page, member);
        // A page with a frame that is loading does not enter the cache.
        await expect(page.locator('iframe')).toHaveCount(0);
        await page.evaluate(logVisibilityWhenRestored);
        await page.goto(`${portal.idp}/.well-known/openid-configuration`);
        if (signsOut) {
          const otherTab = await context.newPage();
          // With this answer the browser would drop the page from the cache, as far as it knows it.
          await otherTab.route('/signed-out', (route) => route.abort());
          await otherTab.goto('/my-page');
          await expectGreeting(otherTab, member);
          await otherTab.getByRole('button', { name: translate('ja', 'Sign out') }).click();
          await otherTab.waitForURL((url) => url.pathname === '/');
        }

        // Playwright's own `goBack` waits for a load, which a restored page does not have.
        await page.evaluate(() => history.back());
        if (signsOut) {
          await page.getByLabel(serverText('ja', 'Password'), { exact: true }).waitFor();
          expect(seen.length, 'the page did come from the cache').toBeGreaterThan(0);
          expect(new Set(seen)).toEqual(new Set(['seen: hidden']));
        } else {
          await expect.poll(() => seen.at(-1)).toBe('seen: visible');
          expect(seen[0]).toBe('seen: hidden');
          await expectGreeting(page, member);
        }
      } finally {
        await browser.close();
      }
    });
  }
});

/** Runs in the page: from its restoration on, logs for each frame whether the page is visible. */
function logVisibilityWhenRestored(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    const log = () => {
      console.log(`seen: ${getComputedStyle(document.documentElement).visibility}`);
      requestAnimationFrame(log);
    };
    log();
  });
}

// @proves 3.39 4.18
test('when another member signs in, every tab shows that member and no other', async ({
  page,
  context,
  portal,
  member,
  errors,
}) => {
  // The other tab may ask for something at the moment when its session ends.
  errors.allow(/status of 401/);
  const other = await createMember(portal, { lastName: '渡辺', firstName: '凛' });
  await startSession(page, portal, member);
  await openAndAwaitCheck(page, '/my-page');
  const otherTab = await context.newPage();
  await otherTab.goto('/account');
  await expect(otherTab.getByRole('banner')).toContainText(nameOf(member, 'ja'));

  await page
    .getByRole('banner')
    .getByRole('button', { name: translate('ja', 'Sign out') })
    .click();
  await page.waitForURL((url) => url.pathname === '/');
  await signIn(page, other);

  await expect(otherTab.getByText(nameOf(member, 'ja'))).toHaveCount(0);
  await otherTab.goto('/my-page');
  await expectGreeting(otherTab, other);
});

// @proves 4.3
test('the portal signs a member out whom the provider does not know any more', async ({
  page,
  context,
  portal,
  member,
}) => {
  await startSession(page, portal, member);
  // No answer of the provider is under way any more that would set its cookies again.
  await openAndAwaitCheck(page, '/my-page');
  await context.clearCookies();
  await page.goto('/my-page');
  await expectSignedOut(page);
  await expect(page.getByText(nameOf(member, 'ja'))).toHaveCount(0);
});

// @proves 4.6 4.7 4.8
test('while the provider cannot be reached the member stays signed in, is told, and Retry works', async ({
  page,
  context,
  member,
  portal,
  errors,
}) => {
  errors.allow(/ERR_CONNECTION_REFUSED|chrome-error/);
  await startSession(page, portal, member);
  const isProvider = (url: URL) => url.origin === portal.idp;
  await context.route(isProvider, (route) => route.abort('connectionrefused'));
  await page.goto('/my-page');
  await expectGreeting(page, member);
  const before = await storedTokens(page);
  const retry = page.getByRole('button', { name: translate('ja', 'Try again') });
  // The check is tried three times.
  await expect(retry).toBeVisible({ timeout: 30_000 });
  expect(await storedTokens(page)).toEqual(before);
  await expectGreeting(page, member);

  await context.unroute(isProvider);
  await retry.click();
  await expect(retry).toBeHidden();
  await expectGreeting(page, member);
  expect((await storedTokens(page)).every(Boolean)).toBe(true);
});

// @proves 4.4
test('a member whom only the provider knows is signed in without a question', async ({
  page,
  portal,
  member,
}) => {
  await startSession(page, portal, member);
  await page.goto(NO_PAGE);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/account');
  await expect(page.getByRole('banner')).toContainText(nameOf(member, 'ja'));
  expect((await storedTokens(page)).every(Boolean)).toBe(true);
});

// @proves 3.40 3.41
test('a session survives the browser being closed', async ({ page, member, newBrowser }) => {
  await signIn(page, member);
  const state = await page.context().storageState({ indexedDB: true });
  await page.close();
  const later = await (await newBrowser({ storageState: state, locale: 'ja-JP' })).newPage();
  await later.goto('/my-page');
  await expectGreeting(later, member);
});
