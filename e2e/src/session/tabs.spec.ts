import type { BrowserContext, Page, Request, Response } from '@playwright/test';
import type { Member } from '../support/members.ts';
import { expireAccessToken, storedTokens } from '../support/session-record.ts';
import { expectGreeting, signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

// @proves 10.10
test('a tab that is closed during its renewal signs nobody out', async ({
  page,
  context,
  member,
  errors,
}) => {
  errors.allow(/status of 401/);
  await signIn(page, member);
  const [closing, ...others] = await openTabs(context, page, 4, member);
  await expireAccessToken([closing, ...others]);
  // The provider answers, but the tab never receives it: its refresh token is spent.
  let spent = false;
  await closing.route('**/oauth/token', async (route) => {
    if (!isRenewal(route.request())) return route.continue();
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
    await expectGreeting(tab, member);
  }
});

function isRenewal(request: Request): boolean {
  return (
    request.method() === 'POST' &&
    request.url().endsWith('/oauth/token') &&
    (request.postData() ?? '').includes('grant_type=refresh_token')
  );
}

/**
 * Opens the home in `page` and in new tabs beside it, and waits until each listens for notifications,
 * by the stream or by the tab that holds it: the call that begins this would renew the token as well.
 */
async function openTabs(
  context: BrowserContext,
  page: Page,
  count: number,
  member: Member,
): Promise<[Page, ...Page[]]> {
  const listening = new Set<Page>();
  context.on('response', (answer) => {
    if (/\/notifications(\/events|\?limit=1)$/.test(answer.url())) {
      listening.add(answer.frame().page());
    }
  });
  const tabs: [Page, ...Page[]] = [page];
  while (tabs.length < count) tabs.push(await context.newPage());
  for (const tab of tabs) {
    await tab.goto('/my-page');
    await expectGreeting(tab, member);
  }
  await expect.poll(() => tabs.every((tab) => listening.has(tab))).toBe(true);
  return tabs;
}

/** The logo leads to the page that is open: it asks for its data again. */
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
 * The statuses of a tab's next answers with data, from the first refusal to the first success. Answers
 * to requests from before the token expired may still come in and do not count.
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
