import type { Locator, Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { expectContent } from '../support/content.ts';
import { sendNotifications } from '../support/notifications.ts';
import { startSession } from '../support/session.ts';
import { expect, PHONE, test } from '../support/test.ts';

const HOME = '/en/my-page';
const LIST = '/en/my-page/notifications';

/** The bell of an English page, with this many unread notifications. */
const bell = (page: Page, unread: number): Locator =>
  page.getByRole('button', {
    name: unread ? `Notifications, ${unread} unread` : 'Notifications',
    exact: true,
  });
const panel = (page: Page) => page.getByRole('region', { name: 'Notifications', exact: true });
const menuButton = (page: Page) => page.getByRole('button', { name: 'Notification menu' });

// @proves 2.77 2.78 2.80 4.32 4.34 15.4
test('a notification shows in two tabs at once, and what is read in one is read in the other', async ({
  page,
  context,
  member,
  portal,
}) => {
  await startSession(page, portal, member, 'en');
  await page.goto(LIST);
  await bell(page, 0).waitFor();
  const other = await context.newPage();
  await other.goto(HOME);
  await expectContent(other);
  const [first = ''] = await sendNotifications(portal, member.email, [
    { title: 'First' },
    { title: 'Second' },
  ]);
  for (const tab of [page, other]) await expect(bell(tab, 2)).toBeVisible();
  // The list on the screen has them too, without a reload.
  await expect(page.getByRole('link', { name: /Unread: Second/ })).toBeVisible();
  expect(await violations(page), 'the list').toEqual([]);

  await page.goto(`${LIST}/${first}`);
  await page.getByRole('heading', { level: 1, name: 'First' }).waitFor();
  for (const tab of [page, other]) await expect(bell(tab, 1)).toBeVisible();
  expect(await violations(page), 'one notification').toEqual([]);

  await bell(other, 1).click();
  await menuButton(other).click();
  await other.getByRole('menuitem', { name: 'Mark all as read' }).click();
  for (const tab of [page, other]) await expect(bell(tab, 0)).toBeVisible();
  await expect(panel(other).getByText('Unread:')).toHaveCount(0);
});

// @proves 9.14 9.16
test('the panel is 24 rem wide, its list at most 500 px high, and popups stand 6 px from their button', async ({
  page,
  member,
  portal,
}) => {
  await page.setViewportSize({ width: 1280, height: 1200 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const many = Array.from({ length: 10 }, (_, at) => ({ title: `News ${at} `.repeat(12) }));
  await sendNotifications(portal, member.email, many);
  await startSession(page, portal, member, 'en');
  await page.goto(HOME);
  const opener = bell(page, many.length);
  await opener.click();
  const boxOf = async (locator: Locator) => {
    const box = await locator.boundingBox();
    if (!box) throw new Error('Nothing is shown');
    return { ...box, bottom: box.y + box.height };
  };
  const shown = await boxOf(panel(page));
  expect(shown.width).toBe(24 * 16);
  const list = await boxOf(panel(page).getByRole('list'));
  expect(list.height).toBeCloseTo(500, 2);
  // A popup lies on a whole pixel, its button may end between two.
  const below = async (popup: Locator, button: Locator) =>
    (await boxOf(popup)).y - (await boxOf(button)).bottom;
  const fromSix = async (popup: Locator, button: Locator) =>
    Math.abs((await below(popup, button)) - 6);
  await expect.poll(() => fromSix(panel(page), opener)).toBeLessThanOrEqual(0.5);
  await menuButton(page).click();
  await expect
    .poll(() => fromSix(page.getByRole('menu'), menuButton(page)))
    .toBeLessThanOrEqual(0.5);
});

// @proves 15.5 15.6
test('one tab of a browser holds the stream, and another takes over when it closes', async ({
  page,
  context,
  member,
  portal,
}) => {
  let streams = 0;
  context.on('response', (answer) => {
    if (answer.url().endsWith('/notifications/events') && answer.status() === 200) streams += 1;
  });
  await startSession(page, portal, member, 'en');
  await page.goto(LIST);
  await expect.poll(() => streams).toBe(1);
  const other = await context.newPage();
  await other.goto(HOME);
  await expectContent(other);
  await sendNotifications(portal, member.email, [{ title: 'While both are open' }]);
  await expect(bell(other, 1)).toBeVisible();
  expect(streams).toBe(1);
  await page.close();
  await expect.poll(() => streams).toBe(2);
  await sendNotifications(portal, member.email, [{ title: 'After one was closed' }]);
  await expect(bell(other, 2)).toBeVisible();
});

// @proves 14.182
test('on a phone a long title takes several lines in the bell, and a long preview ends with an ellipsis', async ({
  page,
  member,
  portal,
}) => {
  const title = 'A title that is much too long for one line of a phone';
  await sendNotifications(portal, member.email, [
    { title, body: `<p>${'Words. '.repeat(60)}</p>` },
  ]);
  await page.setViewportSize(PHONE.viewport);
  await startSession(page, portal, member, 'en');
  await page.goto(HOME);
  await bell(page, 1).click();
  const [shownTitle, preview] = [title, /^Words\./].map((text) => panel(page).getByText(text));
  if (!shownTitle || !preview) throw new Error('Two texts were asked for.');
  const size = (text: Locator) =>
    text.evaluate((element) => ({
      isCutAtTheEdge: element.scrollWidth > element.clientWidth,
      lines: Math.round(
        element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
      ),
      clamp: getComputedStyle(element).webkitLineClamp,
    }));
  expect(await size(shownTitle)).toMatchObject({ isCutAtTheEdge: false, lines: 2 });
  expect(await size(preview)).toEqual({ isCutAtTheEdge: false, lines: 2, clamp: '2' });
});
