import type { Page } from '@playwright/test';
import { expectSettled } from '../support/content.ts';
import { translate } from '../support/labels.ts';
import type { Member } from '../support/members.ts';
import { sendNotifications } from '../support/notifications.ts';
import { buyPassport } from '../support/passports.ts';
import type { Addresses } from '../support/portal.ts';
import { putSession, sessionOf } from '../support/session.ts';
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
