import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGuide } from '@portal/server-testing/guide';
import { startTestPortal, type TestPortal } from '../support/portal.ts';
import { expect, test } from '../support/test.ts';

const ROOT = join(import.meta.dirname, '../../..');
const [, folder = ''] =
  /^BRAND=(\S+) npm start\n$/.exec(openGuide('docs/brand.md').commands('A brand of your own')) ??
  [];
const EXAMPLE = join(ROOT, folder);
const NAME = { ja: 'かわせみクラブ', en: 'Kawasemi Club' };
/** Of deploy/brand-example/brand.json, in dark. */
const ACCENT = 'rgb(127, 214, 220)';
const PAPER = 'rgb(15, 23, 25)';

/** A busy machine starts one in more than the minute that a test has. */
const PORTAL_START_MS = 120_000;

// In one worker: they share the portal.
test.describe.configure({ mode: 'default' });

let brand: string;
let branded: TestPortal;
test.beforeAll(async () => {
  test.setTimeout(PORTAL_START_MS);
  brand = await mkdtemp(join(tmpdir(), 'brand-'));
  await cp(EXAMPLE, brand, { recursive: true });
  branded = await startTestPortal({ build: false, env: { BRAND: brand } });
});
test.afterAll(async () => {
  await branded?.stop();
  await rm(brand, { recursive: true, force: true });
});

// @proves 3.47 16.60 16.61 16.64 16.65
test('another brand is on the first screen and the sign-in page in dark too, by configuration alone', async ({
  page,
}) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${branded.portal}/en`);
  await expect(page).toHaveTitle(/Kawasemi Club$/);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Holidays by the river' }),
  ).toBeVisible();
  const background = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((node) => getComputedStyle(node).backgroundColor);
  expect(await background('html')).toBe(PAPER);
  const accent = () =>
    getComputedStyle(document.documentElement).getPropertyValue('--colors-accent');
  expect((await page.evaluate(accent)).trim()).toBe('#7fd6dc');
  const logo = () =>
    page
      .locator('header .brand-mark')
      .evaluate((node) => [
        getComputedStyle(node).backgroundImage.slice(0, 25),
        getComputedStyle(node.firstElementChild ?? node).display,
      ]);
  expect(await logo()).toEqual(['url("data:image/svg+xml,%', 'none']);
  await expect(page.locator('meta[name=theme-color]').nth(1)).toHaveAttribute('content', '#0f1719');

  await page.goto(`${branded.portal}/account`);
  await page.waitForURL((url) => url.origin === branded.idp);
  await expect(page).toHaveTitle(new RegExp(`${NAME.ja}|${NAME.en}`));
  expect(await background('html')).toBe(PAPER);
  expect(await background('.primary')).toBe(ACCENT);
  expect(await logo()).toEqual(['url("data:image/svg+xml,%', 'none']);
  expect(refused).toEqual([]);
});
