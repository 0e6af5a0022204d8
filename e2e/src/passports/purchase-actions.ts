import { expect, type Locator, type Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { localePath, translate } from '../support/labels.ts';
import { choice, expectHeading, field, type LocalizedPage, main } from '../support/page-actions.ts';
import { portraitFile } from '../support/passports.ts';

/** An age at which a child needs a passport. */
const CHILD_YEARS = 8;

/** Presses a button of the page or of a dialog over it. */
export const press = ({ page, locale }: LocalizedPage, english: string) =>
  page.getByRole('button', { name: translate(locale, english), exact: true }).click();

/** Orders by card, whatever it costs. */
export const pressPay = ({ page, locale }: LocalizedPage) =>
  page
    .getByRole('button', {
      name: new RegExp(translate(locale, 'Pay {price} by card', { price: '.+' })),
    })
    .click();

/** From the home to the last step of a purchase, with a reload and axe on the way. */
export async function goToCheck(on: LocalizedPage): Promise<void> {
  const { page, locale } = on;
  await page.goto(localePath(locale, '/my-page'));
  await page.locator('a[href$="/my-page/passports/purchase"]').first().click();
  await expectHeading(on, 'Buy a passport');
  await chooseToday(on);
  expect(await violations(page), 'the holder').toEqual([]);
  await press(on, 'Next');

  await expectHeading(on, 'Choose a design');
  await page.locator('input[value=mountain]').check({ force: true });
  await page.reload();
  await expect(page.locator('input[value=mountain]')).toBeChecked();
  expect(await violations(page), 'the design').toEqual([]);
  await press(on, 'Next');

  await expectHeading(on, 'Add a photo');
  await leaveKnownPhoto(on);
  await addPhoto(on);
  await expectHeading(on, 'Check and pay');
  await page.goBack();
  await page.reload();
  const photo = page.getByRole('img', { name: translate(locale, 'The photo you have added') });
  await photo.waitFor();
  // The picture itself has loaded.
  await expect
    .poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  expect(await violations(page), 'the photo').toEqual([]);
  await press(on, 'Next');
  await expectHeading(on, 'Check and pay');
  expect(await violations(page), 'the check').toEqual([]);
}

/** Fills in what a member in Japan who put off the registration lacks, with a reload and axe on the way. */
export async function fillInMissingDetails(on: LocalizedPage): Promise<void> {
  const { page } = on;
  await expectHeading(on, 'Details about you');
  await field(on, 'Country or region').selectOption('JP');
  await field(on, 'Last name').fill('桜井');
  await field(on, 'First name').fill('さくら');
  await field(on, 'Last name in katakana').fill('さくらい');
  await field(on, 'First name in katakana').fill('さくら');
  await fillInBirthAndAddress(on);
  expect(await violations(page), 'the details').toEqual([]);
  await page.reload();
  await expect(field(on, 'City')).toHaveValue('千代田区');
  await press(on, 'Save and continue');
}

/** Fills in what a passport needs of a member in Japan beside the names and the country. */
export async function fillInBirthAndAddress(on: LocalizedPage): Promise<void> {
  await field(on, 'Postal code').fill('1000001');
  await field(on, 'Postal code').blur();
  await expect(field(on, 'City')).toHaveValue('千代田区');
  await field(on, 'Street address').fill('千代田1-1');
  await chooseOnWheels(
    on,
    main(on).getByRole('button', { name: translate(on.locale, 'Date of birth') }),
  );
  await choice(on, 'Female').check();
  await field(on, 'Phone number').fill('09012345678');
  await field(on, 'Phone number').blur();
}

/** Chooses today as the first day, in the calendar. */
export async function chooseToday({ page }: LocalizedPage): Promise<void> {
  await page.locator('button#field-usage_start_date').click();
  await page.getByRole('dialog').locator('[aria-current=date]').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Chooses a child's date of birth: on a phone where the wheels stand at first, else in the fields. */
export async function chooseBirthday(on: LocalizedPage): Promise<void> {
  const { page } = on;
  const wheels = page.locator('button#field-date_of_birth');
  await page.locator('button#field-date_of_birth, input[name=date_of_birth_year]').waitFor();
  if (await wheels.isVisible()) return chooseOnWheels(on, wheels);
  const date = [String(new Date().getFullYear() - CHILD_YEARS), '1', '1'];
  for (const [index, part] of ['year', 'month', 'day'].entries()) {
    await page.locator(`input[name=date_of_birth_${part}]`).fill(date[index] ?? '');
  }
}

/** Opens the wheels and chooses the date at which they stand. */
async function chooseOnWheels({ page, locale }: LocalizedPage, wheels: Locator): Promise<void> {
  await wheels.click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: translate(locale, 'Choose'), exact: true })
    .click();
}

/** On the step of the photo: leaves the photo that the member has of the same person, if there is one. */
export async function leaveKnownPhoto({ page, locale }: LocalizedPage): Promise<void> {
  const other = page.getByRole('button', {
    name: translate(locale, 'Use another photo'),
    exact: true,
  });
  const field = page.locator('#field-photo_id');
  await expect.poll(async () => (await other.isVisible()) || field.isVisible()).toBe(true);
  if (await other.isVisible()) await other.click();
}

/** Chooses a picture, which opens in the cropper. */
export async function chooseFile(page: Page): Promise<void> {
  await page.locator('input[type=file]:not([capture])').setInputFiles(await portraitFile());
  await page.getByRole('slider').waitFor();
}

/** Chooses a picture, enlarges and turns it by keyboard, and sends it. */
async function addPhoto(on: LocalizedPage): Promise<void> {
  const { page, locale } = on;
  await chooseFile(page);
  await page.getByRole('slider').press('ArrowRight');
  const turn = (english: string) =>
    page.getByRole('button', { name: translate(locale, english) }).press('Enter');
  await turn('Turn right');
  await turn('Turn left');
  expect(await violations(page), 'the cropper').toEqual([]);
  await press(on, 'Use this photo');
}

/** Presses a button of the payment provider's page, which leads back to the passport. */
export async function decideAtPaymentProvider(page: Page, decision: 'pay' | 'decline' | 'leave') {
  await page.locator(`button[value=${decision}]`).click();
  await page.waitForURL(/\/my-page\/passports\/[^/]+\?payment=return$/);
}
