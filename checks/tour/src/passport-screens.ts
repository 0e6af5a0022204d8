import type { Page } from '@playwright/test';
import {
  chooseBirthday,
  chooseFile,
  chooseToday,
  leaveKnownPhoto,
  press,
} from '@portal/e2e/passports/purchase-actions';
import { expectContent } from '@portal/e2e/support/content';
import { localePath } from '@portal/e2e/support/labels';
import { expectHeading } from '@portal/e2e/support/page-actions';
import type { Addresses } from '@portal/e2e/support/portal';
import type { Locale } from '@portal/shared-contract';
import type { TourScreen } from './account-screens.ts';

/** The steps of a purchase that have no address alone. */
export function passportScreens(portal: Addresses): TourScreen[] {
  const visit = async (page: Page, locale: Locale, path: `/${string}`) => {
    await page.goto(portal.portal + localePath(locale, path));
    await expectContent(page);
  };
  const toDesign = async (page: Page, locale: Locale) => {
    await visit(page, locale, '/my-page/passports/purchase');
    await chooseToday({ page, locale });
    await press({ page, locale }, 'Next');
    await page.locator('input[name=design_id]').first().waitFor();
  };
  const toPhoto = async (page: Page, locale: Locale) => {
    await toDesign(page, locale);
    await page.locator('input[name=design_id]').last().check({ force: true });
    await press({ page, locale }, 'Next');
    await leaveKnownPhoto({ page, locale });
    await page.locator('input[type=file]').first().waitFor({ state: 'attached' });
  };
  const fromPhoto = async (page: Page, locale: Locale) => {
    await chooseFile(page);
    await press({ page, locale }, 'Use this photo');
    await page.locator('input[name=payment_type]').first().waitFor();
  };
  const toCheck = async (page: Page, locale: Locale) => {
    await toPhoto(page, locale);
    await fromPhoto(page, locale);
  };
  const toSecond = async (page: Page, locale: Locale) => {
    await toCheck(page, locale);
    await press({ page, locale }, 'Add a passport for someone else');
    await expectHeading({ page, locale }, 'Passport in your order');
  };
  return [
    {
      name: 'purchase: nothing filled in',
      as: 'member',
      async open(page, locale) {
        await visit(page, locale, '/my-page/passports/purchase');
        await page.locator('input[value=child]').check({ force: true });
        await press({ page, locale }, 'Next');
        await page.locator('[aria-invalid=true]').first().waitFor();
      },
    },
    {
      name: 'purchase: details about the member',
      as: 'new-member',
      async open(page, locale) {
        await visit(page, locale, '/my-page/passports/purchase');
        await page.locator('#field-country').waitFor();
      },
    },
    { name: 'purchase: design', as: 'member', open: toDesign },
    {
      name: 'purchase: the photo in the cropper',
      as: 'member',
      async open(page, locale) {
        await toPhoto(page, locale);
        await chooseFile(page);
      },
    },
    // A photo is taken from a confirmed browser alone, as the first one of a member is.
    { name: 'purchase: check and pay', as: 'own-member', open: toCheck },
    { name: 'purchase: another passport of the order', as: 'own-member', open: toSecond },
    {
      name: 'purchase: check and pay for two',
      as: 'own-member',
      async open(page, locale) {
        await toSecond(page, locale);
        await page.locator('#field-last_name').fill('山田');
        await page.locator('#field-first_name').fill('陽太');
        await chooseBirthday({ page, locale });
        await press({ page, locale }, 'Next');
        await page.locator('input[type=file]').first().waitFor({ state: 'attached' });
        await fromPhoto(page, locale);
      },
    },
  ];
}
