import { expect, type Page } from '@playwright/test';
import type { Locale } from '@portal/shared-contract';
import { button, choice, codeField } from '../account/walk.ts';
import { flowMember, lineOf, type Member } from '../support/members.ts';
import { codeSentTo } from '../support/outbox.ts';
import type { Addresses } from '../support/portal.ts';
import { shown } from '../support/shown.ts';
import { agreeAtLine } from '../support/sign-in.ts';
import type { Stop } from '../support/stops.ts';
import { at, say } from '../support/words.ts';

/** A stop that may be `toured` by a member whom one appearance has for itself: codes go nowhere else. */
export type TourStop = Omit<Stop, 'as' | 'open'> & {
  readonly as: Stop['as'] | 'toured';
  readonly open: (page: Page, locale: Locale, toured: Member) => Promise<void>;
};

type Toured = { readonly page: Page; readonly locale: Locale; readonly member: Member };

/** Longer than the wait between two codes (spec §9). */
const NEXT_CODE_MS = 30_000;

/** The account's screens in the middle of things: fields in error, codes, refusals, no connection. */
export function accountStops(portal: Addresses): TourStop[] {
  const visit = async ({ page, locale }: Toured, path: `/${string}`) => {
    await page.goto(portal.portal + at(locale, path));
    await shown(page);
  };
  const press = (toured: Toured, english: string) => button(toured, english).click();
  const main = ({ page }: Toured) => page.getByRole('main');
  const says = (toured: Toured, english: string) =>
    expect(main(toured)).toContainText(say(toured.locale, english));

  /** Asks for a code; waits where another stop has asked for one of the same type a moment ago. */
  const askForCode = async (toured: Toured) =>
    expect(async () => {
      await press(toured, 'Send a code');
      await expect(codeField(toured.page)).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: NEXT_CODE_MS });
  const enter = async (toured: Toured, code: string) => {
    await codeField(toured.page).fill(code);
    await press(toured, 'Confirm');
  };
  const codes = new Map<string, string>();
  const rightCode = async (toured: Toured, to = toured.member.email) => {
    const code = await codeSentTo(portal, to, codes.get(to));
    codes.set(to, code);
    await enter(toured, code);
  };
  /** A flow's first step is done: the form is there. */
  const confirmed = async (toured: Toured, path: `/${string}`, heading: string) => {
    await visit(toured, path);
    await askForCode(toured);
    await rightCode(toured);
    await toured.page
      .getByRole('heading', { level: 1, name: say(toured.locale, heading), exact: true })
      .waitFor();
  };
  const toConfirmEdit = async (toured: Toured) => {
    await visit(toured, '/account/edit');
    const city = toured.page.locator('#field-city');
    await city.fill('港区');
    await toured.page.locator('#field-address').fill('芝公園4-2-8');
    await expect(city).toHaveValue('港区');
    await press(toured, 'Check the changes');
    await says(toured, 'This is what will change. Nothing has been saved yet.');
  };
  const stop = (name: string, open: (toured: Toured) => Promise<unknown>): TourStop => ({
    name,
    as: 'toured',
    async open(page, locale, member) {
      await open({ page, locale, member });
    },
  });

  /** Of the demo member, who has a profile and passes. */
  const demo: typeof stop = (name, open) => ({ ...stop(name, open), as: 'member' });

  return [
    stop('/account without a connection', async (toured) => {
      await toured.page.route('**/api/**', (route) => route.abort('internetdisconnected'));
      await visit(toured, '/account');
      await main(toured).getByRole('button').first().waitFor();
    }),
    stop('/account/edit with fields in error', async (toured) => {
      await visit(toured, '/account/edit');
      for (const field of ['city', 'phone']) await toured.page.locator(`#field-${field}`).clear();
      await press(toured, 'Check the changes');
      await says(toured, 'Please check the following');
    }),
    demo('/account/edit/confirm', toConfirmEdit),
    demo('/account/edit/confirm without a connection', async (toured) => {
      await toConfirmEdit(toured);
      await toured.page.route('**/api/**', (route) => route.abort('internetdisconnected'));
      await press(toured, 'Save');
      await says(toured, 'You seem to be offline. Please check your connection and try again.');
    }),
    stop('/account/change-email with a wrong code', async (toured) => {
      await visit(toured, '/account/change-email');
      await askForCode(toured);
      const right = await codeSentTo(portal, toured.member.email);
      await enter(toured, right === '000000' ? '111111' : '000000');
      await expect(codeField(toured.page)).toHaveAttribute('aria-invalid', 'true');
    }),
    stop('/account/change-email/form with fields in error', async (toured) => {
      await confirmed(toured, '/account/change-email', 'Enter the new address');
      await toured.page.locator('#field-email').fill('not an address');
      await press(toured, 'Send a code to this address');
      await says(toured, 'Please check the following');
    }),
    stop('/account/change-email/verify-code', async (toured) => {
      await confirmed(toured, '/account/change-email', 'Enter the new address');
      await toured.page.locator('#field-email').fill(`new.${toured.member.email}`);
      await toured.page.locator('#field-current_password').fill(toured.member.password);
      await press(toured, 'Send a code to this address');
      await codeField(toured.page).waitFor();
    }),
    stop('/account/change-password/form, refused', async (toured) => {
      await confirmed(toured, '/account/change-password', 'Choose a new password');
      await toured.page.locator('#field-current_password').fill('not-my-password');
      await toured.page.locator('#field-password').fill('yuzu-to-matcha-28');
      await press(toured, 'Change password');
      await expect(toured.page.locator('#field-current_password')).toHaveAttribute(
        'aria-invalid',
        'true',
      );
    }),
    stop('/account/delete without a reason', async (toured) => {
      await visit(toured, '/account/delete');
      await press(toured, 'Go on to confirm');
      await says(toured, 'Please check the following');
    }),
    stop('/account/delete/confirm, a code asked for', async (toured) => {
      await visit(toured, '/account/delete');
      await choice(toured, 'I no longer need it').check();
      await press(toured, 'Go on to confirm');
      await press(toured, 'Close my account');
      await button(toured, 'Send a code').waitFor();
    }),
    demo('/account/delete/confirm with a live pass', async (toured) => {
      await visit(toured, '/account/delete');
      await choice(toured, 'I no longer need it').check();
      await press(toured, 'Go on to confirm');
      await press(toured, 'Close my account');
      await main(toured)
        .getByRole('link', { name: say(toured.locale, 'See my passports') })
        .waitFor();
    }),
    stop('/confirm-connect-line: LINE of another member', async (toured) => {
      await visit(toured, '/account/connect-line');
      await press(toured, 'Continue to LINE');
      await agreeAtLine(toured.page, lineOf(flowMember('password-settings', 'second-code')));
      await says(toured, 'Try again');
    }),
    stop('/confirm-connect-line: cancelled', async (toured) => {
      await visit(toured, '/account/connect-line');
      await press(toured, 'Continue to LINE');
      await toured.page.locator('button[name=decision][value=cancel]').click();
      await says(toured, 'Try again');
    }),
    stop('/account/mfa-settings: setting up an app', async (toured) => {
      await visit(toured, '/account/mfa-settings');
      await press(toured, 'Set up an app');
      await askForCode(toured);
      await rightCode(toured);
      await main(toured).getByRole('img', { name: /QR/ }).waitFor();
    }),
    stop('/account/mfa-settings: recovery codes', async (toured) => {
      await visit(toured, '/account/mfa-settings');
      // A code that was accepted a moment ago, for the app, counts for these as well.
      await press(toured, 'Make recovery codes');
      const made = button(toured, 'I have kept them');
      const asked = button(toured, 'Send a code');
      await made.or(asked).waitFor();
      if (await asked.isVisible()) {
        await askForCode(toured);
        await rightCode(toured);
      }
      await made.waitFor();
    }),
    stop('/account/mfa-settings: turning on', async (toured) => {
      await visit(toured, '/account/mfa-settings');
      await press(toured, 'Turn on');
      await button(toured, 'Send a code').waitFor();
    }),
    {
      ...stop('/undo-email-change of a link that counts no more', async (toured) => {
        await visit(toured, '/undo-email-change?token=of-another-time' as `/${string}`);
        await press(toured, 'Bring back my address');
        await expect(button(toured, 'Bring back my address')).toHaveCount(0);
      }),
      as: 'stranger',
    },
  ];
}
