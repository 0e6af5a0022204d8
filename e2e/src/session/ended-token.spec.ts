import type { BrowserContext, Page, Request } from '@playwright/test';
import { expectContent } from '../support/content.ts';
import { translate } from '../support/labels.ts';
import { nameOf } from '../support/members.ts';
import { REACT_SCRIPTS } from '../support/react-scripts.ts';
import { endAccessToken, storedTokens } from '../support/session-record.ts';
import { expectGreeting, signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

// @proves 10.173 10.175
test('a member who comes back the next day is greeted before any script and any data, by one renewal', async ({
  page,
  member,
}) => {
  await signIn(page, member);
  await endAccessToken(page);
  const [ended] = await storedTokens(page);
  const renewals = renewalsOf(page.context());
  const letDataCome = await holdBack(page, '**/api/**');
  const letScriptsCome = await holdBack(page, REACT_SCRIPTS);
  await page.goto('/my-page', { waitUntil: 'commit' });
  const view = page.locator('[role=main]');
  await expect(view.locator('h1')).toContainText(nameOf(member, 'ja'));
  await expect(view.getByText(translate('ja', 'There are no notifications yet'))).toHaveCount(0);
  const [renewed] = await storedTokens(page);
  expect(renewed).not.toBe(ended);

  letDataCome();
  await expect(view.getByText(translate('ja', 'There are no notifications yet'))).toBeVisible();
  letScriptsCome();
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
  for (const tab of tabs) await expectContent(tab);
  expect(renewals).toHaveLength(1);
  const stored = await Promise.all(tabs.map(storedTokens));
  expect(new Set(stored.map(String)).size).toBe(1);
});

/** Lets no answer to these requests come. @returns lets them come */
async function holdBack(page: Page, addresses: string | RegExp): Promise<() => void> {
  const come = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await come.promise;
    await route.continue();
  });
  return come.resolve;
}

/** The calls by which a refresh token is used, as they are made. */
function renewalsOf(context: BrowserContext): Request[] {
  const renewals: Request[] = [];
  context.on('request', (request) => {
    if (request.postData()?.includes('grant_type=refresh_token')) renewals.push(request);
  });
  return renewals;
}
