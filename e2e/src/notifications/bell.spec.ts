import type { Locator, Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { notify } from '../support/notifications.ts';
import { shown } from '../support/shown.ts';
import { signIn } from '../support/sign-in.ts';
import { test as base, expect, PHONE } from '../support/test.ts';
import { reader } from './people.ts';

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from here
  member: async ({}, use, { parallelIndex, retry }) => use(reader(parallelIndex, retry)),
});

/** The bell of an English page says how many are unread. */
const bell = (page: Page, unread?: number): Locator =>
  page.getByRole('button', {
    name:
      unread === undefined
        ? /^Notifications/
        : unread
          ? `Notifications, ${unread} unread`
          : 'Notifications',
    exact: true,
  });
const panel = (page: Page) => page.getByRole('region', { name: 'Notifications', exact: true });
/** On bare ground, left of everything that could lie over the page. */
const pressOutside = (page: Page) => page.mouse.click(20, 400);
const menuButton = (page: Page) => page.getByRole('button', { name: 'Notification menu' });

/** Everything read, whatever tests before have sent to this member. */
async function clean(page: Page): Promise<void> {
  await page.goto('/en/my-page/notifications');
  await shown(page);
  const all = page.getByRole('button', { name: 'Mark all as read' });
  await expect(bell(page)).toBeVisible();
  if (await all.isVisible()) await all.click();
  await expect(bell(page, 0)).toBeVisible();
}

test('what is sent shows in two tabs at once; what is read in one is read in the other', async ({
  page,
  context,
  member,
  portal,
}) => {
  await signIn(page, member, 'en');
  await clean(page);
  const other = await context.newPage();
  await other.goto('/en/my-page');
  await shown(other);
  const [first = ''] = await notify(portal, member.email, [
    { title: 'First' },
    { title: 'Second' },
  ]);
  for (const tab of [page, other]) await expect(bell(tab, 2)).toBeVisible();
  // The list on the screen has them too, without a reload.
  await expect(page.getByRole('link', { name: /Unread: Second/ })).toBeVisible();

  await page.goto(`/en/my-page/notifications/${first}`);
  await expect(page.getByRole('heading', { level: 1, name: 'First' })).toBeVisible();
  for (const tab of [page, other]) await expect(bell(tab, 1)).toBeVisible();

  // By mouse: the header menu opens under it, and a click outside closes that menu alone.
  await bell(other).click();
  await menuButton(other).hover();
  await expect(other.getByRole('menuitem')).toBeVisible();
  await pressOutside(other);
  await expect(other.getByRole('menuitem')).toHaveCount(0);
  await expect(panel(other)).toBeVisible();
  await menuButton(other).click();
  await other.getByRole('menuitem', { name: 'Mark all as read' }).click();
  for (const tab of [page, other]) await expect(bell(tab, 0)).toBeVisible();
  await expect(panel(other).getByText('Unread:')).toHaveCount(0);
  await pressOutside(other);
  await expect(panel(other)).toHaveCount(0);
});

test('one tab of a browser holds the stream; when it goes, another takes over', async ({
  page,
  context,
  member,
  portal,
}) => {
  let streams = 0;
  context.on('response', (answer) => {
    if (answer.url().endsWith('/notifications/events') && answer.status() === 200) streams += 1;
  });
  await signIn(page, member, 'en');
  await clean(page);
  streams = 0;
  await page.reload();
  await expect.poll(() => streams).toBe(1);
  const other = await context.newPage();
  await other.goto('/en/my-page');
  await shown(other);
  await notify(portal, member.email, [{ title: 'While both are open' }]);
  await expect(bell(other, 1)).toBeVisible();
  expect(streams).toBe(1);
  await page.close();
  await expect.poll(() => streams).toBe(2);
  await notify(portal, member.email, [{ title: 'After one has gone' }]);
  await expect(bell(other, 2)).toBeVisible();
});

test('one with a link opens it in a new tab that cannot reach back, and counts as read', async ({
  page,
  context,
  member,
  portal,
}) => {
  await signIn(page, member, 'en');
  await clean(page);
  const link = `${portal.portal}/en/terms-of-service`;
  await notify(portal, member.email, [{ title: 'With a link', link }, { title: 'Without' }]);
  await expect(bell(page, 2)).toBeVisible();
  await bell(page).click();
  const opened = context.waitForEvent('page');
  await panel(page)
    .getByRole('link', { name: /With a link/ })
    .click();
  const tab = await opened;
  await tab.waitForURL(link);
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await expect(bell(page, 1)).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe('/en/my-page/notifications');
});

test('without the stream the bell asks now and then', async ({ page, member, portal, watch }) => {
  watch.expect(/notifications\/events/);
  await page.route('**/notifications/events', (route) => route.abort('connectionreset'));
  await signIn(page, member, 'en');
  await clean(page);
  await notify(portal, member.email, [{ title: 'Heard by asking' }]);
  await expect(bell(page, 1)).toBeVisible({ timeout: 40_000 });
});

test('pages of the list have addresses, and Back leads back through them', async ({
  page,
  member,
  portal,
}) => {
  await signIn(page, member, 'en');
  const many = Array.from({ length: 21 }, (_, n) => ({ title: `Number ${n + 1}` }));
  await notify(portal, member.email, many);
  await page.goto('/en/my-page/notifications');
  await page.getByRole('link', { name: 'Older' }).click();
  await page.waitForURL('**/en/my-page/notifications?page=2');
  await page.getByRole('listitem').first().getByRole('link').click();
  await page.waitForURL('**/en/my-page/notifications/*');
  await page.goBack();
  await expect(page.getByText(/^Page 2 of/)).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/^Page 1 of/)).toBeVisible();
});

test('the open bell has no obstacle that axe knows and fits a phone', async ({
  newBrowser,
  member,
  portal,
}) => {
  const context = await newBrowser({ viewport: PHONE });
  const page = await context.newPage();
  await signIn(page, member, 'en');
  await notify(portal, member.email, [{ title: `A ${'very '.repeat(20)}long title` }]);
  await bell(page).click();
  await expect(panel(page).getByRole('link').first()).toBeVisible();
  const box = await panel(page).boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(PHONE.width);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(PHONE.height);
  expect(await violations(page)).toEqual([]);
});
