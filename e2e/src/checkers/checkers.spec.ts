import type { Page } from '@playwright/test';
import { expectContent } from '../support/content.ts';
import { mainScreenOf, REMOTES } from '../support/routes.ts';
import { startSession } from '../support/session.ts';
import { goToProvider } from '../support/sign-in.ts';
import { expect, PHONE, test } from '../support/test.ts';
import { doubledLinks } from './doubled-links.ts';
import { htmlFindings } from './html.ts';
import { ibmFindings } from './ibm.ts';
import { layoutFigures } from './layout.ts';
import { recordedLayoutShift, recordLayoutShifts } from './layout-shift.ts';

/** The limits of the whole table (checks/tour/src/limits.ts), on a phone. */
const TARGET_PX = 44;
const LAYOUT_SHIFT = 0.02;

test.use({ ...PHONE, contextOptions: { reducedMotion: 'reduce' } });

// `npm run proofs -- screens` takes all screens, in both languages.
// @proves 13.713 14.408 16.26 16.27 16.28 16.29
test('the main screen of each remote satisfies the checkers and the limits', async ({
  page,
  member,
  portal,
}) => {
  const screens = await Promise.all(REMOTES.map(mainScreenOf));
  const [visitors, members] = [
    screens.filter(({ guard }) => guard === 'public'),
    screens.filter(({ guard }) => guard !== 'public'),
  ];
  for (const path of [...visitors.map((screen) => screen.path), '/signup/enter-email'])
    await expectScreenWithinLimits(page, path);
  await startSession(page, portal, member, 'ja');
  for (const path of [...members.map((screen) => screen.path), '/account/edit'])
    await expectScreenWithinLimits(page, path);
});

// @proves 16.26
test('the sign-in page satisfies the checkers', async ({ page }) => {
  await goToProvider(page);
  expect(await ibmFindings(page)).toEqual([]);
  expect(await htmlFindings(page)).toEqual([]);
});

// @proves 16.30
test('nothing moves while the API is late', async ({ page, member, portal }) => {
  await startSession(page, portal, member, 'ja');
  await recordLayoutShifts(page);
  for (const path of ['/my-page', '/account/settings']) {
    await page.goto(path);
    await expectContent(page);
    const { total, shifts, hasFooterMoved } = await recordedLayoutShift(page);
    expect(total, shifts.join('\n')).toBeLessThanOrEqual(LAYOUT_SHIFT);
    expect(hasFooterMoved).toBe(false);
  }
});

async function expectScreenWithinLimits(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectContent(page);
  await expectWithinLimits(page);
}

async function expectWithinLimits(page: Page): Promise<void> {
  const where = page.url();
  expect(await ibmFindings(page), where).toEqual([]);
  expect(await htmlFindings(page), where).toEqual([]);
  expect(await doubledLinks(page), where).toEqual([]);
  expect(await smallFields(page), where).toEqual([]);
  const { smallestTarget, ...found } = await layoutFigures(page, TARGET_PX);
  expect(found, where).toEqual({ tooSmall: [], cutAt200: [], wideAt320: [], wideAt320And200: [] });
  expect(smallestTarget, where).toBeGreaterThanOrEqual(TARGET_PX);
}

/** The fields in which somebody types whose text is smaller than 16 px: Safari on an iPhone enlarges the page for them. */
const smallFields = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('input, select, textarea')]
      .filter(
        (field) => !field.matches('[type=hidden], [type=checkbox], [type=radio], [type=file]'),
      )
      .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => field.outerHTML),
  );
