import { codeIn, messagesOf } from '@portal/server-testing/account-client';
import { createBrowser, type Visit } from '@portal/server-testing/idp/browser';
import { sharedIdp } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';
import { seedPassportsFor } from '@portal/server-testing/passports';

const server = sharedIdp();
beforeAll(async () => {
  await server.createMember(MEMBER);
});

const open = (ui_locale = 'en') => {
  const browser = createBrowser(server.issuer);
  const page = browser.go(`/passports?ui_locale=${ui_locale}`);
  return {
    page,
    /** By password, and the code that is mailed to a new browser. */
    async signIn(member = MEMBER) {
      let asked: Visit | undefined;
      const mails = await messagesOf(server, async () => {
        asked = await browser.submit(await page, member);
      });
      if (!asked) throw new Error('The sign-in has no next page');
      return browser.submit(asked, { code: codeIn(mails) });
    },
  };
};

// @proves 10.680
test('who is not signed in signs in on plain pages, and is back without the code of the sign-in', async () => {
  const { page, signIn } = open();
  expect((await page).url.pathname).toMatch(/^\/sign-in\//);
  const shown = await signIn();
  expect(shown.url.href).toBe(`${server.issuer}/passports`);
  expect(shown.html).toContain('You have no pass.');
  expect(shown.html).not.toContain('http-equiv="refresh"');
});

// @proves 10.680
test('a passport is shown with a code that the page renews when it ends, without a script', async () => {
  const member = { ...MEMBER, email: 'first@example.com' };
  await seedPassportsFor(server, (await server.createMember(member)).id);
  const { html } = await open('ja').signIn(member);
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

// @proves 10.432 14.708
test('a session of a password alone sees the passport, and no code', async () => {
  const member = { ...MEMBER, email: 'third@example.com' };
  await seedPassportsFor(server, (await server.createMember(member)).id);
  const signedIn = async () => {
    const browser = createBrowser(server.issuer);
    const { url } = await (await createPortal(server, browser)).authorization();
    await browser.submit(await browser.go(url), member);
    return (await browser.go('/passports?ui_locale=en')).html;
  };
  // The first sign-in of all follows the sign-up.
  expect(await signedIn()).toMatch(/<svg [^>]*role="img"/);
  const inNewBrowser = await signedIn();
  expect(inNewBrowser).toContain('so no code is shown');
  expect(inNewBrowser).not.toMatch(/<svg [^>]*role="img"/);
});
