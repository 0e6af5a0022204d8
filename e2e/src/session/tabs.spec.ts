import type { BrowserContext, Page, Request, Response } from '@playwright/test';
import type { Member } from '../support/members.ts';
import { expireAccessToken, storedTokens } from '../support/session-record.ts';
import { expectGreeted, signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const TABS = 20;
const ROUNDS = 30;

test('20 tabs that meet a 401 at once make one token call, 30 rounds of 30', async ({
  page,
  context,
  member,
  watch,
}) => {
  test.setTimeout(420_000);
  watch.expect(/status of 401/);
  await signIn(page, member);
  const tabs: [Page, ...Page[]] = [page, ...(await openTabs(context, TABS - 1, member))];
  const refused = new Set<Page>();
  context.on('response', (answer) => {
    if (isData(answer) && answer.status() === 401) refused.add(answer.frame().page());
  });
  const refreshes: Request[] = [];
  await context.route('**/oauth/token', async (route) => {
    if (isRefresh(route.request())) {
      refreshes.push(route.request());
      // At once: no token comes back before every tab's page has met its 401. The page makes other
      // calls beside that one; they do not count, or a slow tab would ask with the new token.
      await expect.poll(() => refused.size, { intervals: [5] }).toBe(TABS);
    }
    await route.continue();
  });

  for (let round = 1; round <= ROUNDS; round += 1) {
    await expireAccessToken(tabs);
    refused.clear();
    refreshes.length = 0;
    const answers = Promise.all(tabs.map(answersToData));
    await Promise.all(tabs.map(askForData));
    expect(new Set((await answers).map(String)), `round ${round}: answers`).toEqual(
      new Set(['401,200']),
    );

    expect(refreshes.length, `round ${round}: token calls`).toBe(1);
    const stored = await Promise.all(tabs.map(storedTokens));
    expect(new Set(stored.map(String)).size, `round ${round}: all tabs have the same`).toBe(1);
    expect(stored[0]?.every(Boolean), `round ${round}: nobody is signed out`).toBe(true);
  }
  await Promise.all(tabs.map((tab) => expectGreeted(tab, member)));
});

test('a tab that is closed in mid-refresh signs nobody out', async ({
  page,
  context,
  member,
  watch,
}) => {
  watch.expect(/status of 401/);
  await signIn(page, member);
  const [closing, ...others] = [page, ...(await openTabs(context, 4, member))];
  await expireAccessToken([closing, ...others]);
  // The provider answers, but the tab that asked never hears it: its refresh token is spent.
  let spent = false;
  await closing.route('**/oauth/token', async (route) => {
    if (!isRefresh(route.request())) return route.continue();
    await route.fetch();
    spent = true;
  });
  await askForData(closing);
  await expect.poll(() => spent).toBe(true);
  const answers = Promise.all(others.map(answersToData));
  await Promise.all(others.map(askForData));
  await closing.close();

  expect(new Set((await answers).map(String))).toEqual(new Set(['401,200']));
  for (const tab of others) {
    expect((await storedTokens(tab)).every(Boolean)).toBe(true);
    await expectGreeted(tab, member);
  }
});

function isRefresh(request: Request): boolean {
  return (
    request.method() === 'POST' &&
    request.url().endsWith('/oauth/token') &&
    (request.postData() ?? '').includes('grant_type=refresh_token')
  );
}

/**
 * More tabs beside the one that is signed in. Ready when each has begun to listen for notifications,
 * by the stream or from the tab that holds it: what it asks for then would renew the token by itself.
 */
async function openTabs(context: BrowserContext, count: number, member: Member): Promise<Page[]> {
  const listening = new Set<Page>();
  context.on('response', (answer) => {
    if (/\/notifications(\/events|\?limit=1)$/.test(answer.url())) {
      listening.add(answer.frame().page());
    }
  });
  const tabs: Page[] = [];
  for (let opened = 0; opened < count; opened += 1) {
    const tab = await context.newPage();
    await tab.goto('/my-page');
    await expectGreeted(tab, member);
    tabs.push(tab);
  }
  await expect.poll(() => tabs.every((tab) => listening.has(tab))).toBe(true);
  return tabs;
}

/** The logo leads to where one is: the page asks for its data anew. */
function askForData(tab: Page): Promise<void> {
  return tab
    .getByRole('banner')
    .getByRole('link')
    .first()
    .evaluate((link: HTMLAnchorElement) => link.click());
}

const isData = (answer: Response): boolean =>
  answer.url().includes('/api/notifications?page=1&limit=10');

/**
 * Statuses of a tab's next answers to the page's data, from the first that is refused to the first
 * that is not. What was asked before the token expired may still come in, and does not count.
 */
async function answersToData(tab: Page): Promise<number[]> {
  const statuses: number[] = [];
  await tab.waitForResponse((answer) => {
    const status = answer.status();
    if (!isData(answer) || (statuses.length === 0 && status !== 401)) return false;
    statuses.push(status);
    return status !== 401;
  });
  return statuses;
}
