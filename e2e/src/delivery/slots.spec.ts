import { recordedLayoutShift, recordLayoutShifts } from '../checkers/layout-shift.ts';
import { expect, test } from '../support/changeable-portal.ts';
import { expectContent } from '../support/content.ts';
import { translate } from '../support/labels.ts';
import { createMember } from '../support/members.ts';
import { startSession } from '../support/session.ts';
import { expectGreeting } from '../support/sign-in.ts';

/** The largest sum of layout shifts on a screen. */
const SHIFT_MAX = 0.005;
const text = (english: string, from: string) => translate('ja', english, {}, from);
const OF_ACCOUNT = text('Two-step verification is switched off', 'mfe-account');
const OF_SIGNUP = text('Your e-mail address is not confirmed yet', 'mfe-signup');

// @proves 7.740 7.741 13.75
test('what there is to do comes from its owners, after the home, and moves nothing', async ({
  page,
  portal,
}) => {
  const member = await createMember(portal, { emailVerified: false });
  await page.setViewportSize({ width: 375, height: 667 });
  await recordLayoutShifts(page);
  await startSession(page, portal, member);
  const ran: string[] = [];
  await page.exposeFunction('noteRun', (name: string) => ran.push(name));
  await page.addInitScript(() => {
    for (const name of ['mfe_account', 'mfe_signup']) {
      Object.defineProperty(window, name, {
        configurable: true,
        get: () => undefined,
        set(value: unknown) {
          Object.defineProperty(window, name, { value, configurable: true, writable: true });
          const isHome = document.querySelector('#root main h1') !== null;
          void Reflect.get(window, 'noteRun')(`${name} ${isHome ? 'after' : 'before'} the home`);
        },
      });
    }
  });
  await page.goto('/my-page');
  await expectGreeting(page, member);
  const tasks = page.getByRole('main').getByRole('listitem');
  await expect(tasks.filter({ hasText: OF_SIGNUP })).toBeVisible();
  await expect(tasks.filter({ hasText: OF_ACCOUNT })).toBeVisible();
  expect(ran.sort()).toEqual(['mfe_account after the home', 'mfe_signup after the home']);
  const { total, shifts } = await recordedLayoutShift(page);
  expect(total, shifts.join('\n')).toBeLessThanOrEqual(SHIFT_MAX);
  for (const place of await tasks.locator('> div').all()) {
    const kept = await place.evaluate((one) => parseFloat(getComputedStyle(one).minHeight));
    // Texts may end between two pixels.
    const height = (await place.boundingBox())?.height ?? 0;
    expect([height >= kept, height - kept < 1]).toEqual([true, true]);
  }
  await tasks.getByRole('link', { name: OF_ACCOUNT }).click();
  await page.waitForURL('**/account/security');
  await expectContent(page);
});

// @proves 7.749
test('a card stays in its place, whatever its styles say', async ({ page, portal, member }) => {
  await startSession(page, portal, member);
  await page.goto('/my-page');
  const card = page.getByText(OF_ACCOUNT);
  await card.waitFor();
  const place = page.locator('[class*=slot-place]').filter({ has: card });
  const kept = await place.evaluate((one) => parseFloat(getComputedStyle(one).minHeight));
  await place.evaluate((one) => {
    const loud = document.createElement('div');
    loud.style.cssText = 'height: 9000px; width: 9000px';
    const over = document.createElement('div');
    over.style.cssText = 'position: fixed; inset: 0; z-index: 99999';
    one.firstElementChild?.append(loud, over);
  });
  const { height = 0 } = (await place.boundingBox()) ?? {};
  expect(height).toBeLessThanOrEqual(3 * kept + 1);
  const [wide, seen] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(wide).toBeLessThanOrEqual(seen ?? 0);
  // The header is still there to be pressed.
  await page.getByRole('button', { name: text('Sign out', 'shell') }).click({ trial: true });
});
