import { gate } from '../passports/gate.ts';
import { press } from '../passports/purchase-actions.ts';
import { translate } from '../support/labels.ts';
import { ask } from '../support/member-api.ts';
import { createMember } from '../support/members.ts';
import { buyPassport } from '../support/passports.ts';
import type { Addresses } from '../support/portal.ts';
import { sessionOf } from '../support/session.ts';
import type { TourScreen } from './account-screens.ts';
import { openRow, ownPassports, screen } from './own-passport.ts';
import { showMail } from './show-mail.ts';

/** Passports that are given away: as the giver sees them, and as whoever gets them. */
export function givingScreens(portal: Addresses): TourScreen[] {
  const { buy, visit } = ownPassports(portal);
  /** A passport of somebody else, and how it is given. */
  const otherPassport = async () => {
    const giver = await createMember(portal, { lastName: '近藤', firstName: '杏' });
    const { api: member } = await sessionOf(portal, giver);
    const { id } = await buyPassport(member);
    await gate(portal, '--paid', id);
    return {
      id,
      to: (username: string) => ask(member, 'POST', `/passports/${id}/transfer`, { username }),
      async byLink(): Promise<`/${string}`> {
        const { token } = await ask(member, 'POST', `/passports/${id}/transfer/link`);
        return `/my-page/offer#${token}`;
      },
    };
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
      'passport: to another member, before it is offered',
      async (page, locale) => {
        const { id } = await buy(page, locale);
        await visit(page, locale, `/my-page/passports/${id}`);
        await openRow(page, locale, 'Transfer to another member');
        await page.locator('#field-username').fill('a.friend.of.mine@example.com');
        await press({ page, locale }, 'Next');
        await page.getByRole('button', { name: translate(locale, 'Offer'), exact: true }).waitFor();
      },
      true,
    ),
    screen(
      'passport: to be given by a link',
      async (page, locale) => {
        const { id } = await buy(page, locale);
        await visit(page, locale, `/my-page/passports/${id}`);
        await openRow(page, locale, 'Transfer by a link');
      },
      true,
    ),
    screen('passport: a link to pass on', async (page, locale) => {
      const { id } = await buy(page, locale);
      await visit(page, locale, `/my-page/passports/${id}`);
      await openRow(page, locale, 'Transfer by a link');
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
