import { violations } from '../support/axe.ts';
import { ACCOUNT_MEMBERS } from '../support/members.ts';
import { codeSentTo, outbox } from '../support/outbox.ts';
import { signIn } from '../support/sign-in.ts';
import { DESKTOP, expect, PHONE, test } from '../support/test.ts';
import { at, say } from '../support/words.ts';
import { confirmByCode, enterCode, press } from './confirm.ts';

const CASES = [
  { locale: 'ja', viewport: PHONE, member: ACCOUNT_MEMBERS.changesEmailJa },
  { locale: 'en', viewport: DESKTOP, member: ACCOUNT_MEMBERS.changesEmailEn },
] as const;

for (const { locale, viewport, member } of CASES) {
  test.describe(`${locale}, ${viewport.width} wide`, () => {
    test.use({ viewport });

    test('a member changes the e-mail address; Back and reload lose nothing', async ({
      page,
      portal,
    }) => {
      const next = `new.${member.email}`;
      const heading = (english: string) =>
        page.getByRole('heading', { level: 1, name: say(locale, english), exact: true });
      await signIn(page, member, locale);
      await page.goto(at(locale, '/account/change-email/verify-code'));
      await page.waitForURL(`**${at(locale, '/account/change-email')}`);
      expect(await violations(page)).toEqual([]);

      await confirmByCode(page, portal, locale, member.email);
      await expect(heading('Enter the new address')).toBeVisible();
      await page.locator('#field-email').fill(next);
      await page.reload();
      await expect(page.locator('#field-email')).toHaveValue(next);
      expect(await violations(page)).toEqual([]);
      await page.locator('#field-current_password').fill(member.password);
      await press(page, locale, 'Send a code to this address');

      await expect(heading('Confirm the new address')).toBeVisible();
      await page.goBack();
      await expect(page.locator('#field-email')).toHaveValue(next);
      await expect(page.locator('#field-current_password')).toHaveValue('');
      await page.goForward();
      await page.reload();
      await expect(page.getByText(next)).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await enterCode(page, locale, await codeSentTo(portal, next));

      await expect(heading('Your address has been changed')).toBeVisible();
      await page.reload();
      await expect(heading('Your address has been changed')).toBeVisible();
      const told = await outbox(portal, member.email);
      expect(told.some(({ text }) => text.includes('/undo-email-change'))).toBe(true);
    });
  });
}
