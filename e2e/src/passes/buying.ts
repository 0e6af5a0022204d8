import { expect, type Page } from '@playwright/test';
import type { Locale } from '@portal/shared-contract';
import { violations } from '../support/axe.ts';
import { facePicture } from '../support/passes.ts';
import { at, say } from '../support/words.ts';

export const heading = (page: Page, locale: Locale, english: string) =>
  page.getByRole('heading', { level: 1, name: say(locale, english), exact: true });

export const press = (page: Page, locale: Locale, english: string) =>
  page.getByRole('button', { name: say(locale, english), exact: true }).click();

/** From the home page to the last step of the purchase, a reload at each; each without obstacles. */
export async function walkToCheck(page: Page, locale: Locale): Promise<void> {
  await page.goto(at(locale, '/my-page'));
  await page.locator('a[href$="/my-page/passports/purchase"]').first().click();
  await expect(heading(page, locale, 'Buy a passport')).toBeVisible();
  await chooseFirstDay(page, locale);
  expect(await violations(page)).toEqual([]);
  await press(page, locale, 'Next');

  await expect(heading(page, locale, 'Choose a design')).toBeVisible();
  await page.locator('input[value=mountain]').check({ force: true });
  await page.reload();
  await expect(page.locator('input[value=mountain]')).toBeChecked();
  expect(await violations(page)).toEqual([]);
  await press(page, locale, 'Next');

  await expect(heading(page, locale, 'Add a photo')).toBeVisible();
  await addPhoto(page, locale);
  await page.reload();
  const photo = page.getByRole('img', { name: say(locale, 'The photo you have added') });
  await expect(photo).toBeVisible();
  // The picture is there, not only its frame.
  await expect
    .poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  expect(await violations(page)).toEqual([]);
  await press(page, locale, 'Next');
  await expect(heading(page, locale, 'Check and pay')).toBeVisible();
  expect(await violations(page)).toEqual([]);
}

/** Today: by the wheels of a phone, which stand there, or by the fields. */
export async function chooseFirstDay(page: Page, locale: Locale): Promise<void> {
  const wheels = page.locator('button#field-usage_start_date');
  const year = page.locator('input[name=usage_start_date_year]');
  await expect(wheels.or(year)).toBeVisible();
  if (await wheels.isVisible()) {
    await wheels.click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say(locale, 'Choose'), exact: true })
      .click();
    return;
  }
  const today = new Date(Date.now() + 9 * 60 * 60 * 1000).toISOString().slice(0, 10).split('-');
  for (const [at_, part] of ['year', 'month', 'day'].entries()) {
    await page.locator(`input[name=usage_start_date_${part}]`).fill(today[at_] ?? '');
  }
}

/** Chooses a picture, which then lies in the cutter. */
export async function chooseFile(page: Page): Promise<void> {
  await page.locator('input[type=file]:not([capture])').setInputFiles({
    name: 'face.png',
    mimeType: 'image/png',
    buffer: Buffer.from(await facePicture()),
  });
  await expect(page.getByRole('slider')).toBeVisible();
}

/** Chooses a picture, enlarges and turns it by the keyboard, and sends it. */
export async function addPhoto(page: Page, locale: Locale): Promise<void> {
  await chooseFile(page);
  const zoom = page.getByRole('slider');
  await zoom.press('ArrowRight');
  await page.getByRole('button', { name: say(locale, 'Turn right') }).press('Enter');
  await page.getByRole('button', { name: say(locale, 'Turn left') }).press('Enter');
  expect(await violations(page)).toEqual([]);
  await press(page, locale, 'Use this photo');
  await expect(
    page.getByRole('img', { name: say(locale, 'The photo you have added') }),
  ).toBeVisible();
}

/** What the member presses on the payment provider's page. */
export async function atProvider(page: Page, decision: 'pay' | 'decline' | 'leave') {
  await page.locator(`button[value=${decision}]`).click();
  await page.waitForURL(/\/my-page\/passports\/[^/]+\?payment=return$/);
}
