import type { Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { expectSettled } from '../support/content.ts';
import { translate } from '../support/labels.ts';
import type { Member } from '../support/members.ts';
import { sendNotifications } from '../support/notifications.ts';
import { buyPassport } from '../support/passports.ts';
import type { Addresses } from '../support/portal.ts';
import { putSession, sessionOf } from '../support/session.ts';
import { expectGreeting } from '../support/sign-in.ts';
import { expect, PHONE, test } from '../support/test.ts';

test.use(PHONE);

const locale = 'ja' as const;
const ja = (english: string) => translate(locale, english);

const link = (page: Page, path: string) => page.locator(`header nav a[href="${path}"]`).first();
const headings = (page: Page) => page.getByRole('heading', { level: 1 });
const tickets = (page: Page) =>
  page.getByRole('region', { name: ja('Your passports') }).getByRole('list');
const kept = (page: Page) => page.locator('main > [inert]');

/** The home of a member with two passports, and the code that keeps screens. */
async function openHome(page: Page, portal: Addresses, member: Member): Promise<void> {
  const session = await sessionOf(portal, member);
  await buyPassport(session.api, { child: { lastName: '山田', firstName: '陽太' } });
  await putSession(page, session);
  await page.goto('/my-page');
  await expect(tickets(page).getByRole('listitem')).toHaveCount(2);
  await expectSettled(page);
}

async function goToAccount(page: Page, member: Member): Promise<void> {
  await link(page, '/account').tap();
  await page.waitForURL('**/account');
  await expect(headings(page)).toHaveText(ja('Your account'));
  await expect(page.getByRole('main')).toContainText(member.email.slice(0, 1));
  await expect(kept(page)).toHaveCount(1);
}

/** Holds the answers of the API back. @returns lets them come */
async function holdAnswers(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/api/**', async (route) => {
    await held.promise;
    await route.continue().catch(() => undefined);
  });
  return held.resolve;
}

/** How far the page is scrolled, and whose passport is shown. */
const leftAt = (page: Page) =>
  tickets(page).evaluate((list) => [
    Math.round(window.scrollY),
    [...list.querySelectorAll('li button')].findIndex((one) => one.hasAttribute('aria-current')),
  ]);

// @proves 2.115 2.116 2.119
test('a return in both directions shows the screen as it was left, before any answer', async ({
  page,
  portal,
  member,
}) => {
  await openHome(page, portal, member);
  await tickets(page).getByRole('listitem').nth(1).getByRole('button').tap();
  await page.evaluate(() => window.scrollTo(0, 150));
  await expect.poll(() => leftAt(page)).toEqual([150, 1]);
  await goToAccount(page, member);
  await expect(headings(page)).toHaveCount(1);
  await page.evaluate(() => window.scrollTo(0, 90));

  const comes = await holdAnswers(page);
  await page.goBack();
  await page.waitForURL('**/my-page');
  await expectGreeting(page, member);
  await expect.poll(() => leftAt(page)).toEqual([150, 1]);
  await expect(headings(page)).toBeFocused();
  await expect(link(page, '/my-page')).toHaveAttribute('aria-current', 'page');
  await page.goForward();
  await page.waitForURL('**/account');
  await expect(headings(page)).toHaveText(ja('Your account'));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(90);
  await link(page, '/my-page').tap();
  await page.waitForURL('**/my-page');
  await expect.poll(() => leftAt(page)).toEqual([0, 1]);
  await expect(page.getByRole('main')).not.toContainText(ja('Loading'));
  comes();

  expect(await violations(page)).toEqual([]);
  const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

// @proves 2.119
test('a screen out of sight asks nothing, and has what is new when it is shown again', async ({
  page,
  portal,
  member,
}) => {
  await openHome(page, portal, member);
  await link(page, '/my-page/notifications').tap();
  await expect(headings(page)).toHaveText(ja('Notifications'));
  await expect(kept(page)).toHaveCount(1);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await sendNotifications(portal, member.email, [{ title: 'お知らせの件' }]);
  const news = page.getByRole('main').getByRole('link', { name: /お知らせの件/ });
  await expect(news).toBeVisible();
  await expect(kept(page)).toContainText('お知らせの件');
  expect(asked.filter((path) => path.endsWith('/passports'))).toEqual([]);
  await link(page, '/my-page').tap();
  await expect(news).toBeVisible();
});
