import type { Page } from '@playwright/test';
import { confirmByCode, press } from '../account/confirm.ts';
import { violations } from '../support/axe.ts';
import type { Member } from '../support/members.ts';
import { codeSentTo } from '../support/outbox.ts';
import { expectGreeted, signIn, signInAtProvider } from '../support/sign-in.ts';
import { expect, PHONE, test } from '../support/test.ts';
import { at, LOCALES, say } from '../support/words.ts';
import { forgetSession } from './authorization.ts';
import { AT_PROVIDER } from './people.ts';
import { addAuthenticatorApp, addVirtualAuthenticator } from './second-factors.ts';
import { PROVIDER_WORDS } from './words.ts';

/** The server answers a wrong or early code with such a status, and the browser notes it. */
const REFUSED = /status of 4(22|29)/;

for (const locale of LOCALES) {
  const words = PROVIDER_WORDS[locale];
  const of = (way: 'byEmail' | 'bySms' | 'byApp' | 'byPasskey'): Member =>
    AT_PROVIDER[`${way}${locale === 'ja' ? 'Ja' : 'En'}`];

  const heading = (page: Page, name: string) =>
    expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  const passPassword = async (page: Page, member: Member) => {
    await page.goto(at(locale, '/account/settings'));
    await signInAtProvider(page, member, locale);
  };
  const enter = async (page: Page, code: string) => {
    await page.locator('#code').fill(code);
    await page.getByRole('button', { name: words.continue, exact: true }).click();
  };
  const arrive = (page: Page) => page.waitForURL(`**${at(locale, '/account/settings')}`);

  test.describe(`the second step, ${locale}, on a phone`, () => {
    test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

    test('by e-mail: a wrong code, a new one after the wait, and where one was going', async ({
      page,
      portal,
      watch,
    }) => {
      watch.expect(REFUSED);
      const member = of('byEmail');
      await passPassword(page, member);
      await heading(page, words.byEmail);
      expect(await violations(page)).toEqual([]);
      const first = await codeSentTo(portal, member.email);
      await enter(page, first === '000000' ? '000001' : '000000');
      await expect(page.getByRole('alert')).toBeFocused();
      expect(await violations(page), 'refused').toEqual([]);

      const resend = page.locator('#resend');
      await expect(resend).toHaveText(words.resend, { timeout: 30_000 });
      await resend.click();
      await expect(page.getByRole('status')).toBeVisible();
      const second = await codeSentTo(portal, member.email, first);
      await enter(page, second);
      await arrive(page);
    });

    test('by text message', async ({ page, portal }) => {
      const member = of('bySms');
      await passPassword(page, member);
      await heading(page, words.bySms);
      await expect(page.getByRole('main')).not.toContainText(member.phone ?? '');
      expect(await violations(page)).toEqual([]);
      await enter(page, await codeSentTo(portal, member.phone ?? ''));
      await arrive(page);
    });

    test('by an authenticator app, and by a recovery code when the phone is lost', async ({
      page,
      portal,
      watch,
    }) => {
      watch.expect(REFUSED);
      const member = of('byApp');
      await signIn(page, member, locale);
      const app = await addAuthenticatorApp(page, portal, member);

      await forgetSession(page, portal);
      await passPassword(page, member);
      await page.getByRole('link', { name: words.useApp, exact: true }).click();
      await heading(page, words.byApp);
      expect(await violations(page)).toEqual([]);
      await enter(page, app.nextCode());
      await arrive(page);

      await forgetSession(page, portal);
      await passPassword(page, member);
      await page.getByRole('link', { name: words.useRecoveryCode, exact: true }).click();
      await heading(page, words.byRecoveryCode);
      expect(await violations(page), 'recovery code').toEqual([]);
      await enter(page, app.recoveryCodes[0] ?? '');
      await arrive(page);

      await forgetSession(page, portal);
      await passPassword(page, member);
      await page.getByRole('link', { name: words.useRecoveryCode, exact: true }).click();
      await enter(page, app.recoveryCodes[0] ?? '');
      await expect(page.getByRole('alert')).toBeFocused();
    });

    test('by a passkey, and by a passkey alone', async ({ page, portal, watch }) => {
      // The settings ask for a code first; the browser notes the status.
      watch.expect(REFUSED);
      const member = of('byPasskey');
      const authenticator = await addVirtualAuthenticator(page);
      await passPassword(page, member);
      await enter(page, await codeSentTo(portal, member.email));
      await arrive(page);
      await page.goto(at(locale, '/account/mfa-settings'));
      await press(page, locale, 'Add a passkey');
      await confirmByCode(page, portal, locale, member.email);
      const passkeys = page.getByRole('region', { name: say(locale, 'Passkeys') });
      await expect(passkeys.getByRole('listitem')).toHaveCount(1);

      await authenticator.touch(false);
      await forgetSession(page, portal);
      await passPassword(page, member);
      const usePasskey = page.getByRole('link', { name: words.usePasskey, exact: true });
      await usePasskey.click();
      expect(await violations(page)).toEqual([]);
      await authenticator.touch(true);
      await page.getByRole('button', { name: words.signInByPasskey, exact: true }).click();
      await arrive(page);

      await forgetSession(page, portal);
      await page.goto(at(locale, '/my-page'));
      // The field offers it, and the browser of this test takes every offer.
      await page.waitForURL(`${portal.portal}${at(locale, '/my-page')}`);
      await expectGreeted(page, member, locale);
    });
  });
}
