import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGuide } from '@portal/server-testing/guide';
import { expectContent } from '../support/content.ts';
import { createMember, type Member } from '../support/members.ts';
import { mailSentTo } from '../support/outbox.ts';
import { startTestPortal, type TestPortal } from '../support/portal.ts';
import { startSession } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

const ROOT = join(import.meta.dirname, '../../..');
const [, folder = ''] =
  /^BRAND=(\S+) npm start\n$/.exec(openGuide('docs/brand.md').commands('A brand of your own')) ??
  [];
const EXAMPLE = join(ROOT, folder);
const PASS_NAME = { ja: '年パス', en: { article: 'a', one: 'season card', many: 'season cards' } };
const NAME = { ja: 'かわせみクラブ', en: 'Kawasemi Club' };
/** Of deploy/brand-example/brand.json. */
const ACCENT = { light: 'rgb(11, 100, 112)', dark: 'rgb(127, 214, 220)' };
const PAPER = { light: 'rgb(241, 247, 247)', dark: 'rgb(15, 23, 25)' };

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
  branded = await startTestPortal({ build: false, env: { BRAND: brand } });
  member = await createMember(branded);
});
test.afterAll(async () => {
  await branded?.stop();
  await rm(brand, { recursive: true, force: true });
});

for (const theme of ['light', 'dark'] as const) {
  test.describe(`another brand, ${theme}`, () => {
    test.use({ colorScheme: theme });

    // @proves 3.47 16.60 16.61 16.64 16.65
    test('is on the first screen and the sign-in page, by configuration alone', async ({
      page,
    }) => {
      const refused: string[] = [];
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) refused.push(message.text());
      });
      await page.goto(`${branded.portal}/en`);
      await expect(page).toHaveTitle(/Kawasemi Club$/);
      await expect(
        page.getByRole('heading', { level: 1, name: 'Kawasemi Club: holidays by the river' }),
      ).toBeVisible();
      const background = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((node) => getComputedStyle(node).backgroundColor);
      expect(await background('html')).toBe(PAPER[theme]);
      const accent = () =>
        getComputedStyle(document.documentElement).getPropertyValue('--colors-accent');
      expect((await page.evaluate(accent)).trim()).toBe(theme === 'light' ? '#0b6470' : '#7fd6dc');
      const logo = () =>
        page
          .locator('header .brand-mark')
          .evaluate((node) => [
            getComputedStyle(node).backgroundImage.slice(0, 25),
            getComputedStyle(node.firstElementChild ?? node).display,
          ]);
      expect(await logo()).toEqual(['url("data:image/svg+xml,%', 'none']);
      await expect(
        page.locator('meta[name=theme-color]').nth(theme === 'light' ? 0 : 1),
      ).toHaveAttribute('content', theme === 'light' ? '#f1f7f7' : '#0f1719');

      await page.goto(`${branded.portal}/account`);
      await page.waitForURL((url) => url.origin === branded.idp);
      await expect(page).toHaveTitle(new RegExp(`${NAME.ja}|${NAME.en}`));
      expect(await background('html')).toBe(PAPER[theme]);
      expect(await background('.primary')).toBe(ACCENT[theme]);
      expect(await logo()).toEqual(['url("data:image/svg+xml,%', 'none']);
      expect(refused).toEqual([]);
    });
  });
}

// @proves 16.60 16.65
test('a mail has the name, the colors and the texts of the brand', async () => {
  const answer = await fetch(new URL('/api/v2/mfa/send-code', branded.portal), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'mfa_forgot_password', email: member.email, locale: 'en' }),
  });
  expect(answer.status).toBe(200);
  const html = await mailSentTo(branded, member.email);
  expect(html).toContain('The team of Kawasemi Club. Nobody reads replies to this address.');
  expect(html).toContain('background:#0b6470;color:#ffffff');
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

for (const [locale, name] of [
  ['ja', /年パス/],
  ['en', /season card/i],
] as const) {
  // @proves 16.500
  test(`the passport has the name that the brand gives it, in ${locale}`, async ({ page }) => {
    await startSession(page, branded, member, locale);
    for (const path of ['/my-page', '/my-page/passports', '/my-page/passports/purchase']) {
      await page.goto(`${branded.portal}/${locale}${path}`);
      await expectContent(page);
      await expect(page.getByText(name).first()).toBeVisible();
      await expect(page.getByText(/パスポート|passport/i)).toHaveCount(0);
      await expect(page).not.toHaveTitle(/パスポート|passport/i);
    }
  });
}

for (const [what, change, words] of [
  [
    'too little contrast',
    { 'brand.json': { name: NAME, colors: { accent: { light: '#8fd8b4', dark: '#7fd6dc' } } } },
    'In the light theme accent (#8fd8b4) on paper (#fbfbfe) has a contrast of 1.6',
  ],
  ['an unknown text', { 'texts.en.json': { 'No such text': 'x' } }, 'replaces “No such text”'],
] as const) {
  // @proves 16.63 16.66
  test(`a brand with ${what} is refused at the start, in words`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'brand-'));
    const files = { 'brand.json': { name: NAME }, ...change };
    for (const [name, content] of Object.entries(files)) {
      await writeFile(join(folder, name), JSON.stringify(content));
    }
    await expect(startTestPortal({ build: false, env: { BRAND: folder } })).rejects.toThrow(words);
    await rm(folder, { recursive: true, force: true });
  });
}
