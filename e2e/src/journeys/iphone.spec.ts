import type { Page } from '@playwright/test';
import { confirmByCode } from '../account/actions.ts';
import { turnstile } from '../passports/turnstile.ts';
import { expectContent } from '../support/content.ts';
import { localePath, translate } from '../support/labels.ts';
import { memberApi } from '../support/member-api.ts';
import { press } from '../support/page-actions.ts';
import { buyPassport } from '../support/passports.ts';
import { startSession } from '../support/session.ts';
import { expect, PHONE, test } from '../support/test.ts';

/**
 * What Safari on an iPhone does otherwise, in Chromium: a press on a button or link gives it no focus, a drag over a
 * layer scrolls the page behind it, and the keyboard lies over the page, whose window stays as high as it is.
 */
const SMALL_PHONE = { ...PHONE, viewport: { width: 375, height: 667 } } as const;
/** Of an iPhone SE in Japanese, with the row of candidates. */
const KEYBOARD_HEIGHT = 304;

test.use(SMALL_PHONE);

const button = (page: Page, text: string) =>
  page.getByRole('button', { name: translate('ja', text), exact: true });

/** A press moves the focus to nothing. */
const withoutFocusOnPress = (page: Page) =>
  page.addInitScript(() => {
    window.addEventListener(
      'mousedown',
      (event) => {
        if (!(event.target as Element).closest('a, button, summary')) return;
        event.preventDefault();
        (document.activeElement as HTMLElement | null)?.blur();
      },
      true,
    );
  });

/** The keyboard of the device comes, which only the visual viewport tells. */
const showKeyboard = (page: Page) =>
  page.evaluate((keyboard) => {
    const { visualViewport } = window;
    if (!visualViewport) throw new Error('There is no visual viewport.');
    Object.defineProperty(visualViewport, 'height', { value: innerHeight - keyboard });
    visualViewport.dispatchEvent(new Event('resize'));
  }, KEYBOARD_HEIGHT);

/** How far the button of the form in which the focus is lies below the keyboard's upper edge, and its field above the page. */
const hidden = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: field, defaultView } = document;
    const { form } = field as HTMLInputElement;
    const submit = [...(form?.elements ?? [])].find(
      (one) => (one as HTMLButtonElement).type === 'submit',
    );
    const seen = defaultView?.visualViewport?.height ?? 0;
    return Math.max(
      (submit?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY) - seen,
      -(field?.getBoundingClientRect().top ?? 0),
    );
  });

// @proves 13.710
test('what was pressed has the focus again when the layer that it opened closes', async ({
  page,
  portal,
  member,
}) => {
  await withoutFocusOnPress(page);
  await startSession(page, portal, member, 'ja');
  const { id } = await buyPassport(await memberApi(page, portal));
  await turnstile(portal, '--paid', id);
  await page.goto(localePath('ja', '/my-page'));
  await expectContent(page);
  await button(page, 'Menu').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: translate('ja', 'Close') })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button(page, 'Menu')).toBeFocused();

  const on = { page, locale: 'ja' } as const;
  await page.goto(localePath('ja', `/my-page/passports/${id}`));
  await press(on, 'Show the QR code');
  await press(on, 'Close');
  await expect(button(page, 'Show the QR code')).toBeFocused();
});

// @proves 13.711
test('nothing scrolls behind a layer, by a drag either', async ({ page, portal, member }) => {
  await startSession(page, portal, member, 'ja');
  const { id } = await buyPassport(await memberApi(page, portal));
  await turnstile(portal, '--paid', id);
  const on = { page, locale: 'ja' } as const;
  await page.goto(localePath('ja', `/my-page/passports/${id}`));
  await button(page, 'Menu').click();
  await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden');
  await page.keyboard.press('Escape');
  await expect(page.locator('html')).toHaveCSS('overflow-y', 'visible');
  await press(on, 'Show the QR code');
  await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden');
  await press(on, 'Close');
  await expect(page.locator('html')).toHaveCSS('overflow-y', 'visible');
});

// @proves 13.712
test('the keyboard over a form hides neither the field nor its button', async ({
  page,
  portal,
  member,
}) => {
  const showsBoth = async (field: string, what: string) => {
    await page.locator(field).focus();
    await showKeyboard(page);
    await expect.poll(() => hidden(page), { message: what }).toBeLessThanOrEqual(0);
  };
  await page.goto(localePath('ja', '/reset-password'));
  await expectContent(page);
  await showsBoth('[type=email]', 'a page');
  await startSession(page, portal, member, 'ja');
  const { id } = await buyPassport(await memberApi(page, portal));
  await turnstile(portal, '--paid', id);
  const on = { page, locale: 'ja' } as const;
  await page.goto(localePath('ja', `/my-page/passports/${id}`));
  const transfer = new RegExp(`^${translate('ja', 'Transfer to another member')}`);
  await confirmByCode(on, portal, member.email, () =>
    page.getByRole('button', { name: transfer }).click(),
  );
  await showsBoth('#field-username', 'a dialog');
});
