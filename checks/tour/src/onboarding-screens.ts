import { expect, type Page } from '@playwright/test';
import { onboardingActions } from '@portal/e2e/onboarding/actions';
import { expectContent } from '@portal/e2e/support/content';
import { localePath } from '@portal/e2e/support/labels';
import { type Member, OLD_TERMS, outdateTerms, uniqueEmail } from '@portal/e2e/support/members';
import { codeSentTo } from '@portal/e2e/support/outbox';
import type { Addresses } from '@portal/e2e/support/portal';
import type { Locale } from '@portal/shared-contract';
import type { TourScreen } from './account-screens.ts';

const HOUR_MS = 60 * 60 * 1000;

/** What a new member has typed, as the registration keeps it. */
const DETAILS = {
  last_name: '桜井',
  first_name: 'さくら',
  last_name_kana: 'サクライ',
  first_name_kana: 'サクラ',
  gender: 'female',
  country: 'JP',
  prefecture_name: '',
  city: '千代田区',
  address: '千代田1-1',
  phone_country_code: 'JP',
  email_opt_in: true,
} as const;
const TYPED = {
  ...DETAILS,
  date_of_birth: { year: '1990', month: '4', day: '12' },
  postal_code: '100-0001',
  prefecture: '13',
  phone: '090-1234-5678',
};
const PROFILE = {
  last_name: '桜井',
  first_name: 'さくら',
  last_name_kana: 'サクライ',
  first_name_kana: 'サクラ',
  country: 'JP',
  email_opt_in: true,
};

/** The screens around the sign-in in the middle of a flow. */
export function onboardingScreens(portal: Addresses): TourScreen[] {
  const { portal: origin } = portal;
  const visit = async (page: Page, locale: Locale, path: `/${string}`) => {
    await page.goto(origin + localePath(locale, path));
    await expectContent(page);
  };
  const actions = (page: Page, locale: Locale) => onboardingActions(page, portal, locale);

  /** Stores in this tab what a flow keeps of its earlier steps. */
  async function storeDraft(
    page: Page,
    locale: Locale,
    key: string,
    value: unknown,
    { owned = true } = {},
  ): Promise<void> {
    await visit(page, locale, '/terms-of-service');
    const expiresAt = Date.now() + HOUR_MS;
    await page.evaluate(
      ([name, record, isOwned]) => {
        const owner = isOwned ? (localStorage.getItem('oneid_user_id') ?? undefined) : undefined;
        sessionStorage.setItem(name, JSON.stringify({ ...record, owner }));
      },
      [`draft:${key}`, { expiresAt, value }, owned] as const,
    );
  }
  const pendingCode = (to: string) => ({
    channel: 'email',
    to,
    expiresAt: Date.now() + HOUR_MS,
    tries: 0,
  });

  /** Begins a sign-up of a new address, up to the code. */
  async function signingUp(page: Page, locale: Locale): Promise<string> {
    const email = uniqueEmail('tour');
    await visit(page, locale, '/signup/enter-email');
    await actions(page, locale).askForSignUpCode(email);
    return email;
  }

  const screen = (
    name: string,
    as: TourScreen['as'],
    open: (page: Page, locale: Locale, member: Member) => Promise<unknown>,
    overlay = false,
  ): TourScreen => ({
    name,
    as,
    ...(overlay && { overlay }),
    async open(page, locale, member) {
      await open(page, locale, member);
    },
  });

  return [
    screen('/signup/enter-email, not agreed', 'visitor', async (page, locale) => {
      await visit(page, locale, '/signup/enter-email');
      await page.locator('#field-email').fill('not an address');
      await actions(page, locale).press('Send a code to this address');
      await expect(page.locator('#field-agreed-error')).toBeVisible();
    }),
    screen('/signup/enter-email, foreign LINE', 'visitor', (page, locale) =>
      visit(page, locale, '/signup/enter-email?line=unasked'),
    ),
    screen('/signup/enter-email with LINE', 'visitor', async (page, locale) => {
      await storeDraft(page, locale, 'sign-up', {
        email: '',
        agreed: false,
        line: { ticket: 't' },
      });
      await visit(page, locale, '/signup/enter-email');
    }),
    screen('/signup/verify-code', 'visitor', signingUp),
    screen('/signup/verify-code, wrong', 'visitor', async (page, locale) => {
      const email = await signingUp(page, locale);
      const right = await codeSentTo(portal, email);
      await actions(page, locale).enterCode(right === '000000' ? '111111' : '000000');
      await expect(page.locator('#field-code-error')).toBeVisible();
    }),
    screen('/signup/verify-code, password', 'visitor', async (page, locale) => {
      const email = await signingUp(page, locale);
      await actions(page, locale).enterCode(await codeSentTo(portal, email));
      await actions(page, locale).heading('Choose your password');
      await page.locator('#field-password').fill('yuzu-to-kinako');
    }),
    screen('/signup/verify-code, taken', 'visitor', async (page, locale) => {
      const to = 'hanako@example.com';
      await page.route('**/v2/mfa/verify-code', (route) =>
        route.fulfill({ status: 422, json: { error: 'user.signup.email_exists' } }),
      );
      const sent = { code: pendingCode(to), terms: OLD_TERMS };
      await storeDraft(page, locale, 'sign-up', { email: to, agreed: true, sent });
      await visit(page, locale, '/signup/verify-code');
      await actions(page, locale).enterCode('123456');
      await actions(page, locale).heading('You already have an account');
    }),
    screen('/reset-password/verify-code', 'visitor', async (page, locale) => {
      const email = 'hanako@example.com';
      await storeDraft(page, locale, 'reset-password', {
        kind: 'sent',
        email,
        code: pendingCode(email),
      });
      await visit(page, locale, '/reset-password/verify-code');
    }),
    screen('/reset-password/form', 'visitor', openResetForm),
    screen('/reset-password/form, too late', 'visitor', async (page, locale) => {
      await openResetForm(page, locale);
      await page.locator('#field-password').fill('yuzu-to-kinako-27');
      await actions(page, locale).press('Set password');
      await actions(page, locale).link('Start again').waitFor();
    }),
    screen('/reset-password/complete', 'visitor', async (page, locale) => {
      await storeDraft(page, locale, 'reset-password', {
        kind: 'done',
        email: 'hanako@example.com',
      });
      await visit(page, locale, '/reset-password/complete');
    }),
    screen('/set-password', 'visitor', async (page, locale) => {
      await storeDraft(page, locale, 'set-password', {
        kind: 'confirmed',
        ticket: 'made-up',
        email: 'h****o@example.com',
      });
      await visit(page, locale, '/set-password');
    }),
    screen('/verify-email with a link', 'visitor', (page, locale) =>
      visit(page, locale, '/verify-email?code=made-up&type=verify_email_link'),
    ),
    screen('/unblock with a link', 'visitor', (page, locale) =>
      visit(page, locale, '/unblock?code=made-up'),
    ),
    screen('/not-me with a link', 'visitor', (page, locale) =>
      visit(page, locale, '/not-me?code=made-up'),
    ),
    screen('/unblock, too late', 'visitor', async (page, locale) => {
      await visit(page, locale, '/unblock?code=made-up');
      await actions(page, locale).press('Unlock');
      await actions(page, locale).link('Set a new password').waitFor();
    }),
    screen('/verify-user/verify-code', 'new-member', async (page, locale) => {
      await storeDraft(
        page,
        locale,
        'code:verify_email_by_user',
        pendingCode('new.member@example.com'),
      );
      await visit(page, locale, '/verify-user/verify-code');
    }),
    screen('/register', 'new-member', (page, locale) => visit(page, locale, '/register')),
    screen('/register/confirm', 'new-member', async (page, locale) => {
      await storeDraft(page, locale, 'register', {
        kind: 'typing',
        values: TYPED,
        profile: PROFILE,
      });
      await visit(page, locale, '/register/confirm');
    }),
    screen('/register/complete', 'new-member', async (page, locale) => {
      await storeDraft(page, locale, 'register', { kind: 'saved' });
      await visit(page, locale, '/register/complete');
    }),
    screen('/register/complete, a passkey offered', 'new-member', async (page, locale) => {
      await storeDraft(page, locale, 'signed-up', { withPassword: true }, { owned: false });
      await storeDraft(page, locale, 'register', { kind: 'saved' });
      await visit(page, locale, '/register/complete');
      await expect(page.locator('#passkey-offer')).toBeVisible();
    }),
    screen('/register/enable-2fa', 'new-member', async (page, locale) => {
      await storeDraft(page, locale, 'register', { kind: 'saved' });
      await visit(page, locale, '/register/enable-2fa');
    }),
    // Our own provider asks nobody for it, so the API's answer is that of a portal with another one.
    screen('/link-sign-in, asked', 'new-member', async (page, locale) => {
      await page.route('**/api/userinfo', (route) =>
        route.fulfill({ status: 403, json: { error: 'user.link_required' } }),
      );
      await visit(page, locale, '/link-sign-in');
      await actions(page, locale).heading('You already have an account');
    }),
    screen('/verify-term', 'own-member', openTerms),
    screen(
      '/verify-term, refused',
      'own-member',
      async (page, locale, member) => {
        await openTerms(page, locale, member);
        await actions(page, locale).press('I do not agree');
        await page.getByRole('alertdialog').waitFor();
      },
      true,
    ),
  ];

  /** Shows the form for a new password as after the right code. */
  async function openResetForm(page: Page, locale: Locale): Promise<void> {
    await storeDraft(page, locale, 'reset-password', {
      kind: 'confirmed',
      email: 'hanako@example.com',
      ticket: 'made-up',
      until: Date.now() + HOUR_MS,
    });
    await visit(page, locale, '/reset-password/form');
  }

  /** Shows the terms to a member who accepted the version before. */
  async function openTerms(page: Page, locale: Locale, member: Member): Promise<void> {
    await outdateTerms(portal, member);
    await visit(page, locale, '/verify-term');
  }
}
