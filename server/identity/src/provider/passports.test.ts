import { createBrowser } from '@portal/server-testing/idp/browser';
import { startTestIdp, type TestIdp } from '@portal/server-testing/idp/idp';
import { MEMBER } from '@portal/server-testing/idp/portal';
import { seedPassportsFor } from '@portal/server-testing/passports';

let server: TestIdp;
let memberId: string;
beforeAll(async () => {
  server = await startTestIdp();
  memberId = (await server.createMember(MEMBER)).id;
});
afterAll(() => server.close());

const open = (ui_locale = 'en') => {
  const browser = createBrowser(server.issuer);
  const page = browser.go(`/passports?ui_locale=${ui_locale}`);
  return { browser, page, signIn: async () => browser.submit(await page, MEMBER) };
};

// @proves 10.680
test('who is not signed in signs in on plain pages, and is back without the code of the sign-in', async () => {
  const { page, signIn } = open();
  expect((await page).url.pathname).toMatch(/^\/sign-in\//);
  const shown = await signIn();
  expect(shown.url.href).toBe(`${server.issuer}/passports`);
  expect(shown.html).toContain('You have no passport.');
  expect(shown.html).not.toContain('http-equiv="refresh"');
});

// @proves 10.680
test('a passport is shown with a code that the page renews when it ends, without a script', async () => {
  await seedPassportsFor(server, memberId);
  const { html } = await open('ja').signIn();
  expect(html).toContain('<html lang="ja">');
  expect(html).toContain('山田 花子');
  expect(html.match(/<svg [^>]*role="img"/g)).toHaveLength(1);
  expect(html).toContain('src="data:image/webp;base64,');
  expect(html).not.toContain('<script');
  expect(html).toMatch(/<p>\d{4}年\d{1,2}月\d{1,2}日（.）〜\d{4}年/);
  const [, seconds] = /http-equiv="refresh" content="(\d+)"/.exec(html) ?? [];
  expect(Number(seconds)).toBeGreaterThan(0);
  expect(Number(seconds)).toBeLessThanOrEqual(30);
});

test('a sign-in that failed does not begin anew by itself', async () => {
  const { url, html } = await createBrowser(server.issuer).go('/passports?error=access_denied');
  expect(url.pathname).toBe('/passports');
  expect(html).toContain('href="/passports"');
});
