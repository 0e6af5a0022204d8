import { expect, type Page } from '@playwright/test';
import { expectPageKept, expectPassesKept } from '@portal/e2e/offline/actions';
import { press } from '@portal/e2e/passports/purchase-actions';
import { scan } from '@portal/e2e/passports/scan';
import { turnstile } from '@portal/e2e/passports/turnstile';
import { expectContent } from '@portal/e2e/support/content';
import { sayInstallable } from '@portal/e2e/support/installable';
import { localePath, translate } from '@portal/e2e/support/labels';
import { endPassportIn } from '@portal/e2e/support/members';
import type { Addresses } from '@portal/e2e/support/portal';
import type { Locale } from '@portal/shared-contract';
import type { TourScreen } from './account-screens.ts';
import { openRow, ownPassports, screen } from './own-passport.ts';
import { showMail } from './show-mail.ts';

const CHILD = { lastName: '森', firstName: '陽太' };

/** Passports at hand: their codes on the home, without a connection, in a wallet, on a card, in a message. */
export function pocketScreens(portal: Addresses): TourScreen[] {
  const { buy, visit } = ownPassports(portal);
  const showCode = async (page: Page, locale: Locale) => {
    await visit(page, locale, '/my-page');
    const show = translate(locale, 'Show the QR code');
    await page.getByRole('button', { name: show }).first().click();
    await page.getByRole('img', { name: translate(locale, 'QR code for the gate') }).waitFor();
    await expectPicture(page, translate(locale, 'Photo of the holder'));
  };
  const withoutConnection = async (page: Page, locale: Locale): Promise<string> => {
    const { id } = await buy(page, locale);
    const home = localePath(locale, '/my-page');
    await visit(page, locale, '/my-page');
    await expectPassesKept(page);
    await expectPageKept(page, home);
    return id;
  };
  /** Shows the code to a turnstile that reads it. */
  const checkIn = async (page: Page, locale: Locale): Promise<void> => {
    const { id } = await buy(page, locale);
    const stream = page.waitForResponse('**/notifications/events');
    await visit(page, locale, `/my-page/passports/${id}`);
    await stream;
    await press({ page, locale }, 'Show the QR code');
    await turnstile(portal, await scan(page, locale));
    await page.getByRole('dialog').getByText(translate(locale, 'Checked in')).waitFor();
  };
  const endingSoon = async (page: Page, locale: Locale): Promise<void> => {
    const { id } = await buy(page, locale, { child: CHILD });
    await endPassportIn(portal, id, 20);
  };

  return [
    screen(
      'home: the code of a passport',
      async (page, locale) => {
        await buy(page, locale);
        await showCode(page, locale);
      },
      true,
    ),
    screen(
      'home: the codes of a family',
      async (page, locale) => {
        await buy(page, locale, { child: CHILD });
        await showCode(page, locale);
      },
      true,
    ),
    screen('home: passports of a family', async (page, locale) => {
      await buy(page, locale, { child: CHILD });
      await visit(page, locale, '/my-page');
    }),
    screen('home: a passport that is not paid yet', async (page, locale) => {
      await buy(page, locale, { paid: false });
      await visit(page, locale, '/my-page');
    }),
    screen('home without a connection', async (page, locale) => {
      await withoutConnection(page, locale);
      await page.context().setOffline(true);
      await page.goto(portal.portal + localePath(locale, '/my-page'));
      await page.getByText(/^(オフラインです|No connection)/).waitFor();
      await expectContent(page);
    }),
    screen('passport without a connection', async (page, locale) => {
      const id = await withoutConnection(page, locale);
      await page.context().setOffline(true);
      await page.goto(portal.portal + localePath(locale, `/my-page/passports/${id}`));
      await page.getByText(/^(オフラインです|No connection)/).waitFor();
      await press({ page, locale }, 'Show the QR code');
      await page.getByRole('img', { name: translate(locale, 'QR code for the gate') }).waitFor();
    }),
    screen('passport: the QR code', async (page, locale) => {
      const { id } = await buy(page, locale);
      await visit(page, locale, `/my-page/passports/${id}`);
      await press({ page, locale }, 'Show the QR code');
      await page.getByRole('img', { name: translate(locale, 'QR code for the gate') }).waitFor();
    }),
    screen('passport: checked in', checkIn, true),
    screen('home: passports that can be renewed', async (page, locale) => {
      await endingSoon(page, locale);
      await visit(page, locale, '/my-page');
    }),
    screen('renewal: which passports', async (page, locale) => {
      await endingSoon(page, locale);
      await visit(page, locale, '/my-page/passports/renew');
    }),
    screen('renewal: check and pay', async (page, locale) => {
      await endingSoon(page, locale);
      await visit(page, locale, '/my-page/passports/renew');
      await press({ page, locale }, 'Next');
      await page.locator('input[name=payment_type]').first().waitFor();
    }),
    screen('passport: bought with another, the app offered', async (page, locale) => {
      const { id } = await buy(page, locale, { child: CHILD });
      await visit(page, locale, `/my-page/passports/${id}?bought=1`);
      await page
        .getByRole('link', { name: translate(locale, 'See the details', {}, 'mfe-mypage') })
        .waitFor();
      await sayInstallable(page);
      const offer = translate(locale, 'Your passport, one tap away');
      await page.getByRole('heading', { name: offer }).waitFor();
    }),
    screen('passport: the app offered on an iPhone', async (page, locale) => {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'standalone', { value: false });
        Object.defineProperty(navigator, 'maxTouchPoints', { value: 5 });
      });
      const { id } = await buy(page, locale);
      await visit(page, locale, `/my-page/passports/${id}?bought=1`);
      const offer = translate(locale, 'Your passport, one tap away');
      await page.getByRole('heading', { name: offer }).waitFor();
    }),
    screen(
      'passport: the physical card',
      async (page, locale) => {
        const { id } = await buy(page, locale);
        await turnstile(portal, '--confirmed', id);
        await visit(page, locale, `/my-page/passports/${id}`);
        await openRow(page, locale, 'Physical card');
      },
      true,
    ),
    screen('mail: the receipt', async (page, locale, { email }) => {
      await buy(page, locale, { child: CHILD });
      await showMail(page, portal, email);
      await expectPicture(page);
    }),
  ];
}

/** Waits until a picture has loaded, the first on the page where no name is given. */
async function expectPicture(page: Page, name?: string): Promise<void> {
  const picture = name ? page.getByRole('img', { name }).last() : page.locator('img').first();
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
}
