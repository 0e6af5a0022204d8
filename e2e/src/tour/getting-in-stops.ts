import { expect, type Page } from '@playwright/test';
import type { Locale } from '@portal/shared-contract';
import { handsOn } from '../getting-in/hands.ts';
import { codeSentTo } from '../support/outbox.ts';
import type { Addresses } from '../support/portal.ts';
import { shown } from '../support/shown.ts';
import type { Stop } from '../support/stops.ts';
import { at } from '../support/words.ts';

const HOUR_MS = 60 * 60 * 1000;
const OLD_TERMS = '2025-04-01';

/** What a newcomer has typed, as the registration keeps it. */
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
  birth: { year: '1990', month: '4', day: '12' },
  postal_code: '100-0001',
  prefecture: '13',
  phone: '090-1234-5678',
};
const PROFILE = {
  ...DETAILS,
  prefecture_name: null,
  date_of_birth: '1990-04-12',
  postal_code: '1000001',
  prefecture: { id: 13 },
  phone: '+819012345678',
};

/** The screens of getting in, in the middle of things. */
export function gettingInStops(portal: Addresses): Stop[] {
  const { portal: origin } = portal;
  const visit = async (page: Page, locale: Locale, path: `/${string}`) => {
    await page.goto(origin + at(locale, path));
    await shown(page);
  };
  const hands = (page: Page, locale: Locale) => handsOn(page, portal, locale);

  /** Puts into this tab what a flow would keep of the steps before. */
  async function kept(page: Page, locale: Locale, key: string, value: unknown): Promise<void> {
    await visit(page, locale, '/terms-of-service');
    const expiresAt = Date.now() + HOUR_MS;
    await page.evaluate(
      ([name, record]) => {
        const owner = localStorage.getItem('oneid_user_id') ?? undefined;
        sessionStorage.setItem(name, JSON.stringify({ ...record, owner }));
      },
      [`draft:${key}`, { expiresAt, value }] as const,
    );
  }
  const codeOnItsWay = (to: string) => ({
    channel: 'email',
    to,
    expiresAt: Date.now() + HOUR_MS,
    tries: 0,
  });

  /** A newcomer of their own for each appearance, at the code or beyond. */
  async function signingUp(page: Page, locale: Locale): Promise<string> {
    const email = `tour.${crypto.randomUUID().slice(0, 8)}@example.com`;
    await visit(page, locale, '/signup/enter-email');
    await hands(page, locale).askForSignUpCode(email);
    return email;
  }

  const stop = (
    name: string,
    as: Stop['as'],
    open: (page: Page, locale: Locale) => Promise<unknown>,
    overlay = false,
  ): Stop => ({
    name,
    as,
    ...(overlay && { overlay }),
    async open(page, locale) {
      await open(page, locale);
    },
  });

  return [
    stop('/signup/enter-email, not agreed', 'stranger', async (page, locale) => {
      await visit(page, locale, '/signup/enter-email');
      await page.locator('#field-email').fill('not an address');
      await hands(page, locale).press('Send a code to this address');
      await expect(page.locator('#field-agreed-error')).toBeVisible();
    }),
    stop('/signup/enter-email, foreign LINE', 'stranger', (page, locale) =>
      visit(page, locale, '/signup/enter-email?line=unasked'),
    ),
    stop('/signup/enter-email with LINE', 'stranger', async (page, locale) => {
      await kept(page, locale, 'sign-up', { email: '', agreed: false, line: { ticket: 't' } });
      await visit(page, locale, '/signup/enter-email');
    }),
    stop('/signup/verify-code', 'stranger', signingUp),
    stop('/signup/verify-code, wrong', 'stranger', async (page, locale) => {
      const email = await signingUp(page, locale);
      const right = await codeSentTo(portal, email);
      await hands(page, locale).enterCode(right === '000000' ? '111111' : '000000');
      await expect(page.locator('#field-code-error')).toBeVisible();
    }),
    stop('/signup/verify-code, password', 'stranger', async (page, locale) => {
      const email = await signingUp(page, locale);
      await hands(page, locale).enterCode(await codeSentTo(portal, email));
      await hands(page, locale).heading('Choose your password');
      await page.locator('#field-password').fill('yuzu-to-kinako');
    }),
    stop('/signup/verify-code, taken', 'stranger', async (page, locale) => {
      const to = 'hanako@example.com';
      await page.route('**/v2/mfa/verify-code', (route) =>
        route.fulfill({ status: 422, json: { error: 'user.signup.email_exists' } }),
      );
      const sent = { code: codeOnItsWay(to), terms: OLD_TERMS };
      await kept(page, locale, 'sign-up', { email: to, agreed: true, sent });
      await visit(page, locale, '/signup/verify-code');
      await hands(page, locale).enterCode('123456');
      await hands(page, locale).heading('You have an account already');
    }),
    stop('/reset-password/verify-code', 'stranger', async (page, locale) => {
      const email = 'hanako@example.com';
      await kept(page, locale, 'reset-password', {
        kind: 'sent',
        email,
        code: codeOnItsWay(email),
      });
      await visit(page, locale, '/reset-password/verify-code');
    }),
    stop('/reset-password/form', 'stranger', async (page, locale) => {
      await kept(page, locale, 'reset-password', {
        kind: 'confirmed',
        email: 'hanako@example.com',
        ticket: 'made-up',
        until: Date.now() + HOUR_MS,
      });
      await visit(page, locale, '/reset-password/form');
    }),
    stop('/reset-password/form, too late', 'stranger', async (page, locale) => {
      await kept(page, locale, 'reset-password', {
        kind: 'confirmed',
        email: 'hanako@example.com',
        ticket: 'made-up',
        until: Date.now() + HOUR_MS,
      });
      await visit(page, locale, '/reset-password/form');
      await page.locator('#field-password').fill('yuzu-to-kinako-27');
      await hands(page, locale).press('Set password');
      await hands(page, locale).link('Start again').waitFor();
    }),
    stop('/reset-password/complete', 'stranger', async (page, locale) => {
      await kept(page, locale, 'reset-password', { kind: 'done', email: 'hanako@example.com' });
      await visit(page, locale, '/reset-password/complete');
    }),
    stop('/set-password', 'stranger', async (page, locale) => {
      await kept(page, locale, 'set-password', {
        kind: 'confirmed',
        ticket: 'made-up',
        email: 'h****o@example.com',
      });
      await visit(page, locale, '/set-password');
    }),
    stop('/verify-email with a link', 'stranger', (page, locale) =>
      visit(page, locale, '/verify-email?code=made-up&type=verify_email_link'),
    ),
    stop('/unblock with a link', 'stranger', (page, locale) =>
      visit(page, locale, '/unblock?code=made-up'),
    ),
    stop('/unblock, too late', 'stranger', async (page, locale) => {
      await visit(page, locale, '/unblock?code=made-up');
      await hands(page, locale).press('Unlock');
      await hands(page, locale).link('Set a new password').waitFor();
    }),
    stop('/verify-user/verify-code', 'new-member', async (page, locale) => {
      await kept(page, locale, 'code:verify_email_by_user', codeOnItsWay('new.member@example.com'));
      await visit(page, locale, '/verify-user/verify-code');
    }),
    stop('/register', 'new-member', (page, locale) => visit(page, locale, '/register')),
    stop('/register/confirm', 'new-member', async (page, locale) => {
      await kept(page, locale, 'register', { kind: 'typing', values: TYPED, profile: PROFILE });
      await visit(page, locale, '/register/confirm');
    }),
    stop('/register/complete', 'new-member', async (page, locale) => {
      await kept(page, locale, 'register', { kind: 'saved' });
      await visit(page, locale, '/register/complete');
    }),
    stop('/register/enable-2fa', 'new-member', async (page, locale) => {
      await kept(page, locale, 'register', { kind: 'saved' });
      await visit(page, locale, '/register/enable-2fa');
    }),
    stop('/verify-term', 'new-member', (page, locale) => termsOf(page, locale)),
    stop(
      '/verify-term, refused',
      'new-member',
      async (page, locale) => {
        await termsOf(page, locale);
        await hands(page, locale).press('I do not agree');
        await page.getByRole('alertdialog').waitFor();
      },
      true,
    ),
  ];

  /** As it is for a member who agreed to the version before. */
  async function termsOf(page: Page, locale: Locale): Promise<void> {
    await page.route('**/userinfo', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        json: { ...(await answer.json()), terms_accepted_version: OLD_TERMS },
      });
    });
    await visit(page, locale, '/verify-term');
  }
}
