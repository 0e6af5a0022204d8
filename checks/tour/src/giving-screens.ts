import type { Page } from '@playwright/test';
import { confirmByCode } from '@portal/e2e/account/actions';
import { press } from '@portal/e2e/passports/purchase-actions';
import { turnstile } from '@portal/e2e/passports/turnstile';
import { translate } from '@portal/e2e/support/labels';
import { ask } from '@portal/e2e/support/member-api';
import { createMember, type Member } from '@portal/e2e/support/members';
import { buyPassport } from '@portal/e2e/support/passports';
import type { Addresses } from '@portal/e2e/support/portal';
import { sessionOf } from '@portal/e2e/support/session';
import type { Locale } from '@portal/shared-contract';
import type { TourScreen } from './account-screens.ts';
import { ownPassports, pressRow, screen } from './own-passport.ts';
import { showMail } from './show-mail.ts';

const TO_MEMBER = 'Transfer to another member';
const BY_LINK = 'Transfer by a link';

/** What the giver writes. */
const WORDS = {
  giver_name: '近藤 杏',
  message: 'お誕生日おめでとう。\n今度いっしょに、夜の庭を見に行きましょう。',
};

/** Passports that are given away: as the giver sees them, and as whoever gets them. */
export function givingScreens(portal: Addresses): TourScreen[] {
  const { buy, visit } = ownPassports(portal);
  /** A passport of somebody else, and how it is given. */
  const otherPassport = async () => {
    const giver = await createMember(portal, { lastName: '近藤', firstName: '杏' });
    const { api: member, confirm } = await sessionOf(portal, giver);
    const { id } = await buyPassport(member);
    await turnstile(portal, '--paid', id);
    return {
      id,
      async to(username: string) {
        await confirm('give_passport');
        return ask(member, 'POST', `/passports/${id}/transfer`, { username, ...WORDS });
      },
      async byLink(): Promise<`/${string}`> {
        await confirm('give_passport');
        const { token } = await ask(member, 'POST', `/passports/${id}/transfer/link`, WORDS);
        return `/my-page/offer#${token}`;
      },
    };
  };
  /** Opens a way to give the member's own passport, which is confirmed at the identity provider first. */
  const toGive = async (page: Page, locale: Locale, { email }: Member, way: string) => {
    const { id } = await buy(page, locale);
    await visit(page, locale, `/my-page/passports/${id}`);
    await confirmByCode({ page, locale }, portal, email, () => pressRow(page, locale, way));
    await page.getByRole('alertdialog').waitFor();
  };
  const toMember = async (page: Page, locale: Locale, member: Member) => {
    await toGive(page, locale, member, TO_MEMBER);
    await page.locator('#field-username').fill('a.friend.of.mine@example.com');
    await press({ page, locale }, 'Next');
  };

  return [
    screen('home: a passport offered by another member', async (page, locale, { email }) => {
      await (await otherPassport()).to(email);
      await visit(page, locale, '/my-page');
      await page.getByRole('button', { name: translate(locale, 'Accept') }).waitFor();
    }),
    screen('passport: offered by another member', async (page, locale, { email }) => {
      const { id, to } = await otherPassport();
      await to(email);
      await visit(page, locale, `/my-page/passports/${id}`);
    }),
    screen(
      'passport: declining',
      async (page, locale, { email }) => {
        const { id, to } = await otherPassport();
        await to(email);
        await visit(page, locale, `/my-page/passports/${id}`);
        await press({ page, locale }, 'Decline');
        await page.getByRole('alertdialog').waitFor();
      },
      true,
    ),
    screen(
      'passport: to whom',
      async (page, locale, member) => {
        await toGive(page, locale, member, TO_MEMBER);
        await press({ page, locale }, 'Next');
        await page.getByRole('alertdialog').locator('[aria-invalid=true]').waitFor();
      },
      true,
    ),
    screen(
      'passport: to another member, before it is offered',
      async (page, locale, member) => {
        await toMember(page, locale, member);
        await page.getByRole('button', { name: translate(locale, 'Offer'), exact: true }).waitFor();
      },
      true,
    ),
    screen('passport: offered to another', async (page, locale, member) => {
      await toMember(page, locale, member);
      await press({ page, locale }, 'Offer');
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    }),
    screen(
      'passport: to be given by a link',
      (page, locale, member) => toGive(page, locale, member, BY_LINK),
      true,
    ),
    screen('passport: a link to pass on', async (page, locale, member) => {
      await toGive(page, locale, member, BY_LINK);
      await press({ page, locale }, 'Create the link');
      await page.getByRole('img', { name: translate(locale, 'QR code of the link') }).waitFor();
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    }),
    screen('/my-page/offer, the passport', async (page, locale) => {
      await visit(page, locale, await (await otherPassport()).byLink());
      await page.getByRole('button', { name: translate(locale, 'Accept') }).waitFor();
    }),
    {
      ...screen('/my-page/offer, to a visitor', async (page, locale) => {
        await visit(page, locale, await (await otherPassport()).byLink());
        await page.getByRole('button', { name: translate(locale, 'Sign in') }).waitFor();
      }),
      as: 'visitor',
    },
    screen('mail: an offer', async (page, locale, { email }) => {
      await visit(page, locale, '/my-page');
      await (await otherPassport()).to(email);
      await showMail(page, portal, email);
    }),
  ];
}
