import type { Page, Request } from '@playwright/test';
import type { Locale } from '@portal/shared-contract';
import { violations } from '../support/axe.ts';
import { signIn } from '../support/sign-in.ts';
import { DESKTOP, expect, PHONE, test } from '../support/test.ts';
import { at, say } from '../support/words.ts';

const WALKS = [
  { locale: 'ja', device: 'a phone', viewport: PHONE, touch: true },
  { locale: 'en', device: 'a desktop', viewport: DESKTOP, touch: false },
] as const;

for (const { locale, device, viewport, touch } of WALKS) {
  test.describe(`${locale}, on ${device}`, () => {
    test.use({ viewport, hasTouch: touch, isMobile: touch });

    test('a member fills in the profile, checks it and saves it once', async ({ page, member }) => {
      const saves = savesOf(page);
      await signIn(page, member, locale);
      await page.goto(at(locale, '/account/edit'));
      await fillIn(page, locale);
      if (touch) await turnWheels(page, locale);
      else await typeDate(page, locale);
      expect(await violations(page), 'the form').toEqual([]);

      await page.reload();
      await expect(box(page, locale, 'Last name in katakana')).toHaveValue('ヤマダ');
      await expect(box(page, locale, 'Phone number')).toHaveValue('090-1234-5678');

      await toConfirm(page, locale);
      expect(await violations(page), 'the check').toEqual([]);
      await page.goBack();
      await expect(box(page, locale, 'Postal code')).toHaveValue('100-0001');
      await toConfirm(page, locale);
      await page.reload();
      await expect(heading(page, locale, 'Check the changes')).toBeVisible();
      expect(saves).toHaveLength(0);

      await button(page, locale, 'Save').dblclick();
      await page.waitForURL(`**${at(locale, '/account/edit/complete')}`);
      await expect(page.getByRole('main')).toContainText(
        say(locale, 'Your profile has been saved.'),
      );
      expect(saves).toHaveLength(1);
      expect(await violations(page), 'the end').toEqual([]);

      await page.reload();
      await expect(heading(page, locale, 'Your profile has been changed')).toBeVisible();
      await page.goto(at(locale, '/account/edit/confirm'));
      await page.waitForURL(`**${at(locale, '/account/edit')}`);
      await page.goto(at(locale, '/account'));
      await expect(page.getByRole('main')).toContainText('090-1234-5678');
    });

    test('without a connection nothing is lost; leaving with changes asks', async ({
      page,
      context,
      member,
      watch,
    }) => {
      watch.expect(/ERR_INTERNET_DISCONNECTED/);
      const saves = savesOf(page);
      await signIn(page, member, locale);
      await page.goto(at(locale, '/account/edit'));
      await fillIn(page, locale);
      if (touch) await turnWheels(page, locale);
      else await typeDate(page, locale);
      const street = `千代田1-${Date.now() % 100_000}`;
      await box(page, locale, 'Street address').fill(street);

      await test.step('the way out is asked about, and stays open', async () => {
        await page.getByRole('banner').getByRole('link').first().click();
        const question = page.getByRole('alertdialog');
        await expect(question).toContainText(say(locale, 'Leave without saving?'));
        await question
          .getByRole('button', { name: say(locale, 'Go on editing'), exact: true })
          .click();
        await expect(question).toHaveCount(0);
        await expect(box(page, locale, 'Street address')).toHaveValue(street);
      });

      await toConfirm(page, locale);
      await context.setOffline(true);
      await button(page, locale, 'Save').click();
      await expect(page.getByRole('main')).toContainText(
        say(locale, 'You seem to be offline. Please check your connection and try again.'),
      );
      await context.setOffline(false);
      await expect(button(page, locale, 'Save')).not.toHaveAttribute('aria-disabled');
      await button(page, locale, 'Save').click();
      await page.waitForURL(`**${at(locale, '/account/edit/complete')}`);
      expect(saves.length, 'the one that did not get through, and the one that did').toBe(2);
      await page.goto(at(locale, '/account'));
      await expect(page.getByRole('main')).toContainText(street);
    });
  });
}

test('the form is filled in by keyboard alone', async ({ page, member }) => {
  await signIn(page, member, 'en');
  await page.goto(at('en', '/account/edit'));
  const country = page.getByRole('combobox', { name: say('en', 'Country of the number') });
  // The dial codes come with the phone numbers' own chunk.
  await expect(country).toHaveValue('Japan +81');
  await country.focus();
  await page.keyboard.type('fra', { delay: 30 });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(country).toHaveValue('France +33');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('612345678', { delay: 10 });
  await page.keyboard.press('Tab');
  await expect(box(page, 'en', 'Phone number')).toHaveValue('06 12 34 56 78');
});

/** The PUTs to /me that leave the page from here on. */
function savesOf(page: Page): Request[] {
  const saves: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/me')) saves.push(request);
  });
  return saves;
}

/** A field by its label, with or without the mark that says it is required. */
function box(page: Page, locale: Locale, label: string) {
  const start = say(locale, label).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const mark = say(locale, 'Required');
  return page.getByRole('main').getByLabel(new RegExp(`^${start}\\s*(${mark})?$`));
}

const button = (page: Page, locale: Locale, name: string) =>
  page.getByRole('button', { name: say(locale, name), exact: true });
const heading = (page: Page, locale: Locale, name: string) =>
  page.getByRole('heading', { level: 1, name: say(locale, name), exact: true });

/** Everything but the date; the address comes from the postal code where there is none yet. */
async function fillIn(page: Page, locale: Locale): Promise<void> {
  await box(page, locale, 'Last name in katakana').fill('やまだ');
  await box(page, locale, 'First name in katakana').fill('ﾊﾅｺ');
  await box(page, locale, 'First name in katakana').blur();
  await page.getByRole('radio', { name: say(locale, 'Female'), exact: true }).check();
  await expect(box(page, locale, 'First name in katakana')).toHaveValue('ハナコ');
  await box(page, locale, 'Postal code').fill('１００−０００１');
  await box(page, locale, 'Postal code').blur();
  await expect(box(page, locale, 'City')).toHaveValue('千代田区');
  await expect(box(page, locale, 'Prefecture')).toHaveValue('13');
  await box(page, locale, 'Street address').fill(`千代田1-${Date.now() % 100_000}`);
  const phone = box(page, locale, 'Phone number');
  await phone.fill('');
  await phone.pressSequentially('０９０1234５６７８', { delay: 10 });
  await phone.blur();
  await expect(phone).toHaveValue('090-1234-5678');
}

async function typeDate(page: Page, locale: Locale): Promise<void> {
  await page.getByLabel(say(locale, 'Year'), { exact: true }).fill('1990');
  await page.getByLabel(say(locale, 'Month'), { exact: true }).fill('4');
  await page.getByLabel(say(locale, 'Day'), { exact: true }).fill('5');
}

/** With a finger: a swipe on the year, and a tap two rows on. */
async function turnWheels(page: Page, locale: Locale): Promise<void> {
  await page.getByRole('button', { name: say(locale, 'Date of birth') }).click();
  const dialog = page.getByRole('dialog');
  const year = dialog.getByRole('listbox', { name: say(locale, 'Year'), exact: true });
  const chosen = year.locator('[aria-selected=true]');
  const before = await chosen.textContent();
  const place = await year.boundingBox();
  if (!place) throw new Error('The wheel is not to be seen');
  const x = place.x + place.width / 2;
  const middle = place.y + place.height / 2;
  await page.mouse.move(x, middle);
  await page.mouse.down();
  await page.mouse.move(x, middle + 90, { steps: 4 });
  await page.mouse.up();
  await expect(chosen).not.toHaveText(before ?? '');
  await dialog.getByRole('listbox', { name: say(locale, 'Month'), exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  expect(await violations(page), 'the wheels').toEqual([]);
  await dialog.getByRole('button', { name: say(locale, 'Choose'), exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

async function toConfirm(page: Page, locale: Locale): Promise<void> {
  await button(page, locale, 'Check the changes').click();
  await page.waitForURL(`**${at(locale, '/account/edit/confirm')}`);
  await expect(heading(page, locale, 'Check the changes')).toBeVisible();
}
