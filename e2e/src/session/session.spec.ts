import { chromium, type Page } from '@playwright/test';
import { browserOptions } from '../support/browser.ts';
import { nameOf, OTHER_MEMBER } from '../support/members.ts';
import { storedTokens } from '../support/session-record.ts';
import { checkedVisit, expectGreeted, signIn, signInAtProvider } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { say } from '../support/words.ts';

/** Asked again also where the page was just leaving: a guard leads a signed-out member to sign-in. */
const expectSignedOut = (page: Page) =>
  expect(async () => expect(await storedTokens(page)).toEqual([null, null, null])).toPass({
    timeout: 10_000,
  });

test.describe('a page from the back-forward cache', () => {
  for (const { leaves, title } of [
    { leaves: true, title: 'shows nothing of a member who has signed out' },
    { leaves: false, title: 'is shown again to a member who is still signed in' },
  ]) {
    test(title, async ({ member, portal }) => {
      // Playwright turns this cache off for all browsers of its own.
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
        await signIn(page, member);
        await checkedVisit(page, '/my-page');
        await expectGreeted(page, member);
        // A page with a frame under way does not enter the cache.
        await expect(page.locator('iframe')).toHaveCount(0);
        await page.evaluate(tellWhatIsSeenWhenRestored);
        await page.goto(`${portal.idp}/.well-known/openid-configuration`);
        if (leaves) {
          const otherTab = await context.newPage();
          await otherTab.goto('/my-page');
          await expectGreeted(otherTab, member);
          await otherTab.getByRole('button', { name: say('ja', 'Log out') }).click();
          await otherTab.waitForURL((url) => url.pathname === '/');
        }

        // Playwright's own `goBack` waits for a load, which a restored page does not have.
        await page.evaluate(() => history.back());
        if (leaves) {
          await expect(page.getByLabel('パスワード', { exact: true })).toBeVisible();
          expect(seen.length, 'it did come from that cache').toBeGreaterThan(0);
          expect(new Set(seen)).toEqual(new Set(['seen: hidden']));
        } else {
          await expect.poll(() => seen.at(-1)).toBe('seen: visible');
          expect(seen[0]).toBe('seen: hidden');
          await expectGreeted(page, member);
        }
      } finally {
        await browser.close();
      }
    });
  }
});

/** Runs in the page: from its restoration on, tells for each frame whether it shows anything. */
function tellWhatIsSeenWhenRestored(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    const tell = () => {
      console.log(`seen: ${getComputedStyle(document.documentElement).visibility}`);
      requestAnimationFrame(tell);
    };
    tell();
  });
}

test('when another member signs in, every tab shows that member and no other', async ({
  page,
  context,
  member,
}) => {
  await signIn(page, member);
  const otherTab = await context.newPage();
  await otherTab.goto('/account');
  await expect(otherTab.getByRole('banner')).toContainText(nameOf(member, 'ja'));

  await page
    .getByRole('banner')
    .getByRole('button', { name: say('ja', 'Log out') })
    .click();
  await page.waitForURL((url) => url.pathname === '/');
  await signIn(page, OTHER_MEMBER);

  await expect(otherTab.getByText(nameOf(member, 'ja'))).toHaveCount(0);
  await otherTab.goto('/my-page');
  await expectGreeted(otherTab, OTHER_MEMBER);
});

test('when the provider knows the member no more, the portal signs them out', async ({
  page,
  context,
  member,
}) => {
  await signIn(page, member);
  // No answer of the provider is under way any more that would bring its cookies back.
  await checkedVisit(page, '/my-page');
  await context.clearCookies();
  await page.goto('/my-page');
  await expectSignedOut(page);
  await expect(page.getByText(nameOf(member, 'ja'))).toHaveCount(0);
});

test('while the provider cannot be reached the member stays, is told, and Retry works', async ({
  page,
  context,
  member,
  portal,
  watch,
}) => {
  watch.expect(/ERR_CONNECTION_REFUSED|chrome-error/);
  await signIn(page, member);
  const before = await storedTokens(page);
  await context.route(`${portal.idp}/**`, (route) => route.abort('connectionrefused'));
  await page.goto('/my-page');
  await expectGreeted(page, member);
  const retry = page.getByRole('button', { name: say('ja', 'Try again') });
  // Two retries and 8 seconds pass before anything is said.
  await expect(retry).toBeVisible({ timeout: 15_000 });
  expect(await storedTokens(page)).toEqual(before);
  await expectGreeted(page, member);

  await context.unroute(`${portal.idp}/**`);
  await retry.click();
  await expect(retry).toBeHidden();
  await expectGreeted(page, member);
  expect((await storedTokens(page)).every(Boolean)).toBe(true);
});

test('who is signed in at the provider alone gets a session without a question', async ({
  page,
  member,
}) => {
  await signIn(page, member);
  await page.evaluate(() => {
    localStorage.clear();
    indexedDB.deleteDatabase('portal-session');
  });
  await page.goto('/account');
  await expect(page.getByRole('banner')).toContainText(nameOf(member, 'ja'));
  expect((await storedTokens(page)).every(Boolean)).toBe(true);
});

test('a session lasts over a closed browser', async ({ page, member, newBrowser }) => {
  await signIn(page, member);
  const state = await page.context().storageState({ indexedDB: true });
  await page.close();
  const later = await (await newBrowser({ storageState: state, locale: 'ja-JP' })).newPage();
  await later.goto('/my-page');
  await expectGreeted(later, member);
});

test('wrong passwords are refused in the same words for every address', async ({ page, watch }) => {
  watch.expect(/status of 422/);
  const answers: string[] = [];
  for (const email of ['nobody.knows.me@example.com', 'known.to.nobody@example.com']) {
    await page.goto('/');
    await page
      .getByRole('main')
      .getByRole('button', { name: say('ja', 'Sign in'), exact: true })
      .click();
    await signInAtProvider(page, {
      email,
      password: 'not-the-password',
      lastName: null,
      firstName: null,
      emailVerified: false,
    });
    const alert = page.getByRole('alert');
    await expect(alert).toBeFocused();
    answers.push((await alert.textContent()) ?? '');
    await expect(page.getByLabel('メールアドレス', { exact: true })).toHaveValue(email);
    await expect(page.getByLabel('パスワード', { exact: true })).toHaveValue('');
  }
  expect(answers[0]).toBe(answers[1]);
});
