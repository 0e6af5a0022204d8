import type { Locator, Page } from '@playwright/test';
import { DESKTOP, expect, PHONE, test } from '../support/test.ts';

const DEVICES = { phone: PHONE, desktop: DESKTOP } as const;

/** What makes two elements look the same. */
const STYLES = [
  'backgroundColor',
  'borderBottomColor',
  'borderBottomWidth',
  'borderTopLeftRadius',
  'boxShadow',
  'color',
  'fontFamily',
  'fontSize',
  'fontWeight',
  'lineHeight',
  'minHeight',
  'paddingLeft',
] as const;

/** The portal's header has a sky below the mark and the name, and the sign-in paper: there the colors differ. */
const STYLES_ON_SKY = STYLES.filter((name) => !name.toLowerCase().endsWith('color'));

const lookOf = (element: Locator, styles: readonly (typeof STYLES)[number][] = STYLES) =>
  element.evaluate(
    (node, names) => Object.fromEntries(names.map((name) => [name, getComputedStyle(node)[name]])),
    styles,
  );

/** The looks of the parts that every page with a form has. */
async function looksOf(page: Page) {
  const parts = {
    page: page.locator('html'),
    mark: page.locator('header svg').first(),
    name: page.locator('header a span > span').first(),
    heading: page.locator('h1'),
    label: page.locator('main label').first(),
    field: page.locator('main input[type=email]'),
    button: page.locator('main form:has(input[type=email]) button[type=submit]'),
  };
  // The look without the focus.
  await parts.field.blur();
  const looks = Object.entries(parts).map(async ([name, part]) => {
    const isOnSky = name === 'mark' || name === 'name';
    return [name, await lookOf(part, isOnSky ? STYLES_ON_SKY : STYLES)] as const;
  });
  return Object.fromEntries(await Promise.all(looks));
}

for (const [device, colorScheme] of [
  ['phone', 'light'],
  ['desktop', 'dark'],
] as const) {
  test.describe(`${device}, ${colorScheme}`, () => {
    test.use({ ...DEVICES[device], colorScheme });

    // @proves 10.76 10.78
    test('the sign-in page looks like a page of the portal', async ({ page, portal }) => {
      await page.goto('/signup/enter-email');
      await page.locator('main input[type=email]').waitFor();
      const inPortal = await looksOf(page);
      const title = await page.title();
      const buttonInPortal = page.locator('main button[type=submit]');
      const widthInPortal = (await buttonInPortal.boundingBox())?.width ?? 0;
      const mark = await page.locator('header svg path').first().getAttribute('d');

      await page.goto('/my-page');
      await page.waitForURL(`${portal.idp}/**`);
      expect(await looksOf(page)).toEqual(inPortal);
      expect(await page.locator('header svg path').getAttribute('d')).toBe(mark);
      expect(title.split(' · ')).toHaveLength(2);
      expect((await page.title()).split(' · ')[1]).toBe(title.split(' · ')[1]);
      const width = (await page.locator('button.primary').boundingBox())?.width ?? 0;
      if (device === 'phone') expect(width).toBe(widthInPortal);
      else expect(widthInPortal).toBeLessThan(300);
      const ways = await page.locator('.methods').locator('.button, button').all();
      const widths = await Promise.all(ways.map(async (way) => (await way.boundingBox())?.width));
      expect(new Set([width, ...widths]).size).toBe(1);
    });
  });
}
