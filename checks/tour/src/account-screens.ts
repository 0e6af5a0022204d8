import { expect, type Page } from '@playwright/test';
import { expectContent } from '@portal/e2e/support/content';
import { localePath } from '@portal/e2e/support/labels';
import { createMember, lineSubjectOf, type Member, uniqueEmail } from '@portal/e2e/support/members';
import { codeSentTo } from '@portal/e2e/support/outbox';
import {
  button,
  choice,
  codeField,
  expectHeading,
  expectText,
  main,
  press,
} from '@portal/e2e/support/page-actions';
import type { Addresses } from '@portal/e2e/support/portal';
import type { Screen } from '@portal/e2e/support/screens';
import { consentAtLine } from '@portal/e2e/support/sign-in';
import type { Locale } from '@portal/shared-contract';

/** A screen of the tour; `own-member` is a member whom each appearance has for itself. */
export type TourScreen = Omit<Screen, 'as' | 'open'> & {
  readonly as: Screen['as'] | 'own-member';
  readonly open: (page: Page, locale: Locale, member: Member) => Promise<void>;
};

type Visit = { readonly page: Page; readonly locale: Locale; readonly member: Member };

/** The account's screens in the middle of a flow: fields in error, codes, refusals, no connection. */
export function accountScreens(portal: Addresses): TourScreen[] {
  const open = async ({ page, locale }: Visit, path: `/${string}`) => {
    await page.goto(portal.portal + localePath(locale, path));
    await expectContent(page);
  };
  /** Leaves for the provider, which sends a code, and waits for its page. */
  const leave = async (visit: Visit, label: string) => {
    await press(visit, label);
    await visit.page.locator('input#code').waitFor();
  };
  const codes = new Map<string, string>();
  const rightCode = async (visit: Visit, to = visit.member.email) => {
    const code = await codeSentTo(portal, to, codes.get(to));
    codes.set(to, code);
    await visit.page.locator('input#code').fill(code);
    await visit.page.waitForURL(
      (url) => url.href.startsWith(portal.portal) && url.pathname !== '/callback',
    );
  };
  /** Goes through a flow's first step, to the form. */
  const confirmed = async (visit: Visit, path: `/${string}`, heading: string) => {
    await open(visit, path);
    await leave(visit, 'Continue');
    await rightCode(visit);
    await expectHeading(visit, heading);
  };
  const toConfirmEdit = async (visit: Visit) => {
    await open(visit, '/account/edit');
    const city = visit.page.locator('#field-city');
    await city.fill('港区');
    await visit.page.locator('#field-address').fill('芝公園4-2-8');
    await expect(city).toHaveValue('港区');
    await press(visit, 'Check the changes');
    await expectText(visit, 'This is what will change. Nothing has been saved yet.');
  };
  const screen = (name: string, show: (visit: Visit) => Promise<unknown>): TourScreen => ({
    name,
    as: 'own-member',
    async open(page, locale, member) {
      await show({ page, locale, member });
    },
  });

  /** As the demo member, who has a profile and passports. */
  const demo: typeof screen = (name, show) => ({ ...screen(name, show), as: 'member' });

  return [
    screen('/account without a connection', async (visit) => {
      await visit.page.route('**/api/**', (route) => route.abort('internetdisconnected'));
      await open(visit, '/account');
      await main(visit).getByRole('button').first().waitFor();
    }),
    screen('/account/edit with fields in error', async (visit) => {
      await open(visit, '/account/edit');
      for (const field of ['city', 'phone']) await visit.page.locator(`#field-${field}`).clear();
      await press(visit, 'Check the changes');
      await expectText(visit, 'Check the following');
    }),
    demo('/account/edit/confirm', toConfirmEdit),
    demo('/account/edit/confirm without a connection', async (visit) => {
      await toConfirmEdit(visit);
      await visit.page.route('**/api/**', (route) => route.abort('internetdisconnected'));
      await press(visit, 'Save');
      await expectText(visit, 'You seem to be offline. Check your connection and try again.');
    }),
    screen('/account/change-email with a wrong code', async (visit) => {
      await open(visit, '/account/change-email');
      await leave(visit, 'Continue');
      const right = await codeSentTo(portal, visit.member.email);
      await visit.page.locator('input#code').fill(right === '000000' ? '111111' : '000000');
      await expect(visit.page.locator('input#code')).toHaveAttribute('aria-invalid', 'true');
    }),
    screen('/account/change-email, the mailbox is lost', async (visit) => {
      await open(visit, '/account/change-email');
      await leave(visit, 'Continue');
      await visit.page.locator('summary').click();
    }),
    screen('/account/change-email/form with fields in error', async (visit) => {
      await confirmed(visit, '/account/change-email', 'Enter the new address');
      await visit.page.locator('#field-email').fill('not an address');
      await press(visit, 'Send a code to this address');
      await expectText(visit, 'Check the following');
    }),
    screen('/account/change-email/verify-code', async (visit) => {
      await confirmed(visit, '/account/change-email', 'Enter the new address');
      await visit.page.locator('#field-email').fill(`new.${visit.member.email}`);
      await visit.page.locator('#field-current_password').fill(visit.member.password);
      await press(visit, 'Send a code to this address');
      await codeField(visit).waitFor();
    }),
    screen('/account/change-password/form, refused', async (visit) => {
      await confirmed(visit, '/account/change-password', 'Choose a new password');
      await visit.page.locator('#field-current_password').fill('not-my-password');
      await visit.page.locator('#field-password').fill('yuzu-to-matcha-28');
      await press(visit, 'Change password');
      await expect(visit.page.locator('#field-current_password')).toHaveAttribute(
        'aria-invalid',
        'true',
      );
    }),
    screen('/account/delete without a reason', async (visit) => {
      await open(visit, '/account/delete');
      await press(visit, 'Continue to confirmation');
      await expectText(visit, 'Check the following');
    }),
    screen('/account/delete/confirm', async (visit) => {
      await open(visit, '/account/delete');
      await choice(visit, 'I no longer need it').check();
      await press(visit, 'Continue to confirmation');
      await button(visit, 'Close my account').waitFor();
    }),
    demo('/account/delete with a live passport', async (visit) => {
      await open(visit, '/account/delete');
      await expectText(visit, 'Your account cannot be closed yet');
    }),
    screen('/confirm-connect-line: LINE of another member', async (visit) => {
      const line = lineSubjectOf({ email: uniqueEmail() });
      await createMember(portal, { line });
      await open(visit, '/account/connect-line');
      await leave(visit, 'Continue to LINE');
      await rightCode(visit);
      await consentAtLine(visit.page, line);
      await expectText(visit, 'Try again');
    }),
    screen('/confirm-connect-line: cancelled', async (visit) => {
      await open(visit, '/account/connect-line');
      await leave(visit, 'Continue to LINE');
      await rightCode(visit);
      await visit.page.locator('button[name=decision][value=cancel]').click();
      await expectText(visit, 'Try again');
    }),
    screen('/account/settings, every row open', async (visit) => {
      await open(visit, '/account/settings');
      const closed = main(visit).locator('h2 button[aria-expanded=false]');
      while ((await closed.count()) > 0) await closed.first().click();
    }),
    screen('/account/mfa-settings: setting up an app', async (visit) => {
      await open(visit, '/account/mfa-settings#authenticator-app');
      await leave(visit, 'Set up an app');
      await rightCode(visit);
      await main(visit).getByRole('img', { name: /QR/ }).waitFor();
    }),
    screen('/account/mfa-settings: recovery codes', async (visit) => {
      await open(visit, '/account/mfa-settings#recovery-codes');
      await leave(visit, 'Create recovery codes');
      await rightCode(visit);
      await button(visit, 'I have saved them').waitFor();
    }),
    screen('/account/mfa-settings: turning on', async (visit) => {
      await open(visit, '/account/mfa-settings');
      await leave(visit, 'Turn on');
    }),
    {
      ...screen('/undo-changes with an expired link', async (visit) => {
        await open(visit, '/undo-changes?token=of-another-time' as `/${string}`);
        await press(visit, 'Undo the changes');
        await expect(button(visit, 'Undo the changes')).toHaveCount(0);
      }),
      as: 'visitor',
    },
  ];
}
