import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGuide } from '@portal/server-testing/guide';
import { expectContent } from '../support/content.ts';
import { createMember, type Member } from '../support/members.ts';
import { startTestPortal, type TestPortal } from '../support/portal.ts';
import { startSession } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

const ROOT = join(import.meta.dirname, '../../..');
const [, folder = ''] =
  /^BRAND=(\S+) npm start\n$/.exec(openGuide('docs/brand.md').commands('A brand of your own')) ??
  [];
const EXAMPLE = join(ROOT, folder);
const PASS_NAME = { ja: '年パス', en: { article: 'a', one: 'season card', many: 'season cards' } };
const WORDMARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 40"><path fill="currentColor" d="M0 20 20 0l20 20-20 20zm60-10h130v20H60z"/></svg>';
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
let member: Member;
test.beforeAll(async () => {
  test.setTimeout(PORTAL_START_MS);
  brand = await mkdtemp(join(tmpdir(), 'brand-'));
  await cp(EXAMPLE, brand, { recursive: true });
  const file = join(brand, 'brand.json');
  const values = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...values, passName: PASS_NAME }));
  await writeFile(join(brand, 'wordmark.svg'), WORDMARK);
  branded = await startTestPortal({ build: false, env: { BRAND: brand } });
  member = await createMember(branded);
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

// @proves 16.611
test('a desktop shows the wide logo, and a phone the mark', async ({ page }) => {
  const mark = page.locator('header .brand-mark');
  const sizes = [
    [1280, { width: 256, height: 40 }],
    [800, { width: 32, height: 44 }],
  ] as const;
  for (const origin of [`${branded.portal}/en`, `${branded.portal}/en/my-page`]) {
    await page.goto(origin);
    for (const [width, size] of sizes) {
      await page.setViewportSize({ width, height: 800 });
      expect(await mark.boundingBox()).toMatchObject(size);
      await expect(page.getByRole('link', { name: NAME.en })).toBeVisible();
    }
  }
});

// @proves 16.69 16.72
test('the terms are those of the operator, and the designs have their pictures', async ({
  page,
}) => {
  await page.goto(`${branded.portal}/en/terms-of-service`);
  await expect(page.getByText('Kawasemi Club Co., Ltd.')).toBeVisible();
  const width = await page.evaluate(async () => {
    const picture = new Image();
    picture.src = '/api/passports/designs/river';
    await picture.decode();
    return picture.naturalWidth;
  });
  expect(width).toBeGreaterThan(0);
});

// @proves 16.500
test('the passport has the name that the brand gives it', async ({ page }) => {
  await startSession(page, branded, member);
  for (const path of ['/my-page', '/my-page/passports', '/my-page/passports/purchase']) {
    await page.goto(branded.portal + path);
    await expectContent(page);
    await expect(page.getByText(PASS_NAME.ja).first()).toBeVisible();
    await expect(page.getByText(/パスポート|passport/i)).toHaveCount(0);
    await expect(page).not.toHaveTitle(/パスポート|passport/i);
  }
});
