import type { BrowserContext, Request } from '@playwright/test';
import { endAccessToken, storedTokens } from '../support/session-record.ts';
import { expectGreeting, signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

// @proves 10.173
test('a member who comes back the next day sees the home before any script, by one renewal', async ({
  page,
  member,
}) => {
  await signIn(page, member);
  await endAccessToken(page);
  const [ended] = await storedTokens(page);
  const renewals = renewalsOf(page.context());
  const scripts = Promise.withResolvers<void>();
  await page.route('**/remotes/**/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto('/my-page', { waitUntil: 'commit' });
  await expect(page.locator('[role=main] h1')).toBeVisible();
  const [renewed] = await storedTokens(page);
  expect(renewed).not.toBe(ended);

  scripts.resolve();
  await expect(page.locator('main h1')).toBeVisible();
  await expectGreeting(page, member);
  expect(renewals).toHaveLength(1);
});

// @proves 10.174
test('five tabs that are opened together the next day make one renewal', async ({
  page,
  context,
  member,
}) => {
  await signIn(page, member);
  await endAccessToken(page);
  const renewals = renewalsOf(context);
  const tabs = await Promise.all(Array.from({ length: 5 }, () => context.newPage()));
  await Promise.all(tabs.map((tab) => tab.goto('/my-page', { waitUntil: 'commit' })));
  for (const tab of tabs) await expectGreeting(tab, member);
  expect(renewals).toHaveLength(1);
  const stored = await Promise.all(tabs.map(storedTokens));
  expect(new Set(stored.map(String)).size).toBe(1);
});

/** The calls by which a refresh token is used, as they are made. */
function renewalsOf(context: BrowserContext): Request[] {
  const renewals: Request[] = [];
  context.on('request', (request) => {
    if (request.postData()?.includes('grant_type=refresh_token')) renewals.push(request);
  });
  return renewals;
}
