import { expect, type Page } from '@playwright/test';
import type { Locale } from '@portal/shared-contract';
import { chooseFile, chooseFirstDay, press } from '../passes/buying.ts';
import { gate } from '../passes/gate.ts';
import { ask, buyPass, type MemberApi } from '../support/passes.ts';
import type { Addresses } from '../support/portal.ts';
import { storedTokens } from '../support/session-record.ts';
import { shown } from '../support/shown.ts';
import type { Stop } from '../support/stops.ts';
import { at, say } from '../support/words.ts';

/** The demo pass whose code can be shown, and the steps of a purchase that have no address alone. */
export function passStops(portal: Addresses): Stop[] {
  const visit = async (page: Page, locale: Locale, path: `/${string}`) => {
    await page.goto(portal.portal + at(locale, path));
    await shown(page);
  };
  const apiOf = async (page: Page): Promise<MemberApi> => {
    const [token = null] = await storedTokens(page);
    return { api: portal.api, token: token ?? '' };
  };
  /** A pass that is paid for and can be used from today. */
  const paidPass = async (page: Page, locale: Locale): Promise<MemberApi & { id: string }> => {
    await visit(page, locale, '/my-page');
    const member = await apiOf(page);
    const { id } = await buyPass(member, { design: 'blossom' });
    await gate(portal, '--paid', id);
    return { ...member, id };
  };
  const toDesign = async (page: Page, locale: Locale) => {
    await visit(page, locale, '/my-page/passports/purchase');
    await chooseFirstDay(page, locale);
    await press(page, locale, 'Next');
    await page.locator('input[name=design_id]').first().waitFor();
    // Each drawing comes by itself.
    const cards = page.locator('label', { has: page.locator('input[name=design_id]') });
    const drawing = page.locator('svg[preserveAspectRatio]');
    await expect(cards.filter({ hasNot: drawing })).toHaveCount(0);
  };
  const toPhoto = async (page: Page, locale: Locale) => {
    await toDesign(page, locale);
    await page.locator('input[value=night]').check({ force: true });
    await press(page, locale, 'Next');
    await page.locator('input[type=file]').first().waitFor({ state: 'attached' });
  };
  return [
    {
      name: 'pass: its code',
      as: 'member',
      async open(page, locale) {
        const { id } = await paidPass(page, locale);
        await visit(page, locale, `/my-page/passports/${id}`);
        await press(page, locale, 'Show the QR code');
        await page.getByRole('img', { name: say(locale, 'QR code for the gate') }).waitFor();
      },
    },
    {
      name: 'pass: to whom',
      as: 'member',
      overlay: true,
      async open(page, locale) {
        const { id } = await paidPass(page, locale);
        await visit(page, locale, `/my-page/passports/${id}`);
        const row = new RegExp(`^${say(locale, 'Transfer to another member')}`);
        await page.getByRole('button', { name: row }).click();
        await press(page, locale, 'Next');
        await page.getByRole('alertdialog').locator('[aria-invalid]').waitFor();
      },
    },
    {
      name: 'pass: offered to another',
      as: 'member',
      async open(page, locale) {
        const { id, ...member } = await paidPass(page, locale);
        await ask(member, 'POST', `/passports/${id}/transfer`, { username: 'friend@example.com' });
        await visit(page, locale, `/my-page/passports/${id}`);
      },
    },
    {
      name: 'purchase: nothing filled in',
      as: 'member',
      async open(page, locale) {
        await visit(page, locale, '/my-page/passports/purchase');
        await page.locator('input[value=child]').check({ force: true });
        await press(page, locale, 'Next');
        await page.locator('[aria-invalid]').first().waitFor();
      },
    },
    { name: 'purchase: design', as: 'member', open: toDesign },
    {
      name: 'purchase: the photo being cut',
      as: 'member',
      async open(page, locale) {
        await toPhoto(page, locale);
        await chooseFile(page);
      },
    },
    {
      name: 'purchase: check and pay',
      as: 'member',
      async open(page, locale) {
        await toPhoto(page, locale);
        await chooseFile(page);
        await press(page, locale, 'Use this photo');
        await page.getByRole('img', { name: say(locale, 'The photo you have added') }).waitFor();
        await press(page, locale, 'Next');
        await page.locator('input[name=payment_type]').first().waitFor();
      },
    },
  ];
}
