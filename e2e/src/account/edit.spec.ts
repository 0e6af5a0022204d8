import { expect, type Page, type Request } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { localePath, translate } from '../support/labels.ts';
import {
  button,
  expectHeading,
  expectText,
  field,
  type LocalizedPage,
  main,
  press,
} from '../support/page-actions.ts';
import { startSession } from '../support/session.ts';
import { PHONE, test } from '../support/test.ts';
import { confirmByCode } from './actions.ts';

const locale = 'ja' as const;

test.use(PHONE);

// @proves 1.8 2.5 2.6 4.23 5.16 5.17 5.32 12.2 12.3 12.29 13.4
test('a member fills in the profile, checks it and saves it once', async ({
  page,
  portal,
  member,
  errors,
}) => {
  // The server says first that another phone number takes a step-up.
  errors.allow(/status of 403/);
  const on = { page, locale };
  const saves = recordSaves(page);
  await startSession(page, portal, member);
  await page.goto('/account/edit');
  await fillIn(on);
  expect(await violations(page), 'the form').toEqual([]);

  await page.reload();
  await expect(field(on, 'Last name in katakana')).toHaveValue('モリタ');
  await expect(field(on, 'Phone number')).toHaveValue('080-1234-5678');

  await goToConfirm(on);
  expect(await violations(page), 'the check').toEqual([]);
  await page.goBack();
  await expect(field(on, 'Postal code')).toHaveValue('100-0001');
  await goToConfirm(on);
  await page.reload();
  await expectHeading(on, 'Check the changes');
  expect(saves).toHaveLength(0);

  await confirmByCode(on, portal, member.email, () => button(on, 'Save').dblclick());
  await page.waitForURL(`**/account/edit/complete`);
  await expectText(on, 'Your profile has been saved.');
  expect(saves.length, 'one that was refused and one that succeeded').toBe(2);
  expect(await violations(page), 'the end').toEqual([]);

  await page.reload();
  await expectHeading(on, 'Your profile has been changed');
  await page.goto('/account/edit/confirm');
  await page.waitForURL(`**/account/edit`);
  await page.goto('/account');
  await expect(main(on)).toContainText('080-1234-5678');
});

/** Records the PUTs to /me that leave the page. */
function recordSaves(page: Page): Request[] {
  const saves: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/me')) saves.push(request);
  });
  return saves;
}

/** Changes every part of the profile; each value differs from the member's present one. */
async function fillIn(on: LocalizedPage): Promise<void> {
  await field(on, 'Last name in katakana').fill('もりた');
  await field(on, 'First name in katakana').fill('ﾊﾅｺ');
  await field(on, 'First name in katakana').blur();
  await expect(field(on, 'First name in katakana')).toHaveValue('ハナコ');
  await on.page.getByRole('radio', { name: translate(on.locale, 'Other'), exact: true }).check();
  await field(on, 'Postal code').fill('１００−０００１');
  await field(on, 'Postal code').blur();
  await expect(field(on, 'City')).toHaveValue('千代田区');
  await expect(field(on, 'Prefecture')).toHaveValue('13');
  await field(on, 'Street address').fill('千代田1-2');
  const phone = field(on, 'Phone number');
  await phone.fill('');
  await phone.pressSequentially('０８０1234５６７８');
  await phone.blur();
  await expect(phone).toHaveValue('080-1234-5678');
  await turnWheels(on);
}

/** Swipes the wheel of the year and moves that of the month by keyboard. */
async function turnWheels({ page, locale }: LocalizedPage): Promise<void> {
  await page.getByRole('button', { name: translate(locale, 'Date of birth') }).click();
  const dialog = page.getByRole('dialog');
  const wheel = (name: string) =>
    dialog.getByRole('listbox', { name: translate(locale, name), exact: true });
  const chosenYear = wheel('Year').locator('[aria-selected=true]');
  const before = await chosenYear.textContent();
  const box = await wheel('Year').boundingBox();
  if (!box) throw new Error('The wheel is not visible');
  const x = box.x + box.width / 2;
  const middle = box.y + box.height / 2;
  await page.mouse.move(x, middle);
  await page.mouse.down();
  await page.mouse.move(x, middle + 90, { steps: 4 });
  await page.mouse.up();
  await expect(chosenYear).not.toHaveText(before ?? '');
  await wheel('Month').focus();
  await page.keyboard.press('ArrowDown');
  expect(await violations(page), 'the wheels').toEqual([]);
  await dialog.getByRole('button', { name: translate(locale, 'Choose'), exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

async function goToConfirm(on: LocalizedPage): Promise<void> {
  await press(on, 'Check the changes');
  await on.page.waitForURL(`**${localePath(on.locale, '/account/edit/confirm')}`);
  await expectHeading(on, 'Check the changes');
}
