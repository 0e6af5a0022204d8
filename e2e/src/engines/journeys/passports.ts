import { expect } from '@playwright/test';
import { confirmByCode } from '../../account/actions.ts';
import {
  chooseFile,
  chooseToday,
  decideAtPaymentProvider,
  leaveKnownPhoto,
  press,
} from '../../passports/purchase-actions.ts';
import { scan } from '../../passports/scan.ts';
import { turnstile } from '../../passports/turnstile.ts';
import { localePath, translate } from '../../support/labels.ts';
import { memberApi } from '../../support/member-api.ts';
import { createMember, nameOf } from '../../support/members.ts';
import { expectHeading, type LocalizedTab } from '../../support/page-actions.ts';
import { buyPassport } from '../../support/passports.ts';
import type { Addresses } from '../../support/portal.ts';
import { expectGreeting, signIn, signInAtProvider } from '../../support/sign-in.ts';
import type { Journey } from '../journey.ts';
import type { Tab } from '../tab.ts';

export const purchase: Journey = async ({ page, member, locale }) => {
  const on = { page, locale };
  await signIn(page, member, locale);
  await page.locator('a[href$="/my-page/passports/purchase"]').first().click();
  await expectHeading(on, 'Buy a passport');
  await chooseToday(on);
  await press(on, 'Next');
  await expectHeading(on, 'Choose a design');
  await page.locator('input[value=mountain]').check({ force: true });
  await press(on, 'Next');
  await expectHeading(on, 'Add a photo');
  await leaveKnownPhoto(on);
  await cropPhoto(on);
  await page.reload();
  await page.getByRole('img', { name: translate(locale, 'The photo you have added') }).waitFor();
  await press(on, 'Next');
  await expectHeading(on, 'Check and pay');
  await page.locator('input[value=card]').check({ force: true });
  await press(on, 'Buy and go to the payment');
  await decideAtPaymentProvider(page, 'pay');
  await page
    .getByRole('main')
    .getByText(translate(locale, 'Thank you for your purchase'))
    .waitFor();
  await page.getByRole('button', { name: translate(locale, 'Show the QR code') }).waitFor();
};

export const photo: Journey = async ({ page, portal, member, locale }) => {
  const on = { page, locale };
  await signIn(page, member, locale);
  const id = await paidPassport(page, portal);
  await page.goto(localePath(locale, `/my-page/passports/${id}`));
  const before = await pictureOf(on);
  await page
    .getByRole('button', { name: new RegExp(`^${translate(locale, 'Change the photo')}`) })
    .click();
  await cropPhoto(on);
  await press(on, 'Save');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => pictureOf(on)).not.toBe(before);
};

export const code: Journey = async ({ page, portal, member, locale }) => {
  const on = { page, locale };
  await signIn(page, member, locale);
  const id = await paidPassport(page, portal);
  await page.goto(localePath(locale, `/my-page/passports/${id}`));
  await press(on, 'Show the QR code');
  await press(on, 'Show the code larger');
  const shown = await scan(page, locale);
  expect(await turnstile(portal, shown)).toMatch(/^VALID/);
  expect(await turnstile(portal, '--offline', shown)).toMatch(/^VALID/);
};

export const offline: Journey = async ({ browser, page, portal, member, locale, errors }) => {
  errors.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|NS_ERROR_|network connection was lost/i);
  await signIn(page, member, locale);
  const id = await paidPassport(page, portal);
  // The home keeps it when the browser is idle.
  await page.reload();
  const kept = () => page.evaluate(isKept, localePath(locale, '/my-page'));
  await expect.poll(kept, { timeout: 20_000 }).toBe(true);
  await page.close();
  await browser.setOffline(true);

  const opened = await browser.newPage();
  await opened.goto(localePath(locale, '/'));
  await expectGreeting(opened, member, locale);
  await opened.getByText(/オフラインです。|No connection\. Your passports work/).waitFor();
  await opened.locator(`a[href$="/my-page/passports/${id}"]`).click();
  await expectHeading({ page: opened, locale }, 'Passport');
  await opened.getByRole('button', { name: translate(locale, 'Show the QR code') }).click();
  const shown = await scan(opened, locale);
  expect(await turnstile(portal, '--offline', shown)).toMatch(/^VALID/);
  await opened.goBack();
  await expectGreeting(opened, member, locale);
  await browser.setOffline(false);
  await opened.evaluate(() => void window.dispatchEvent(new Event('online')), undefined);
  await opened.getByText(/^(オフラインです|No connection)/).waitFor({ state: 'detached' });
};

export const giving: Journey = async ({ page, portal, member, locale, openAnother }) => {
  const on = { page, locale };
  await signIn(page, member, locale);
  const id = await paidPassport(page, portal);
  await page.goto(localePath(locale, `/my-page/passports/${id}`));
  const transfer = new RegExp(`^${translate(locale, 'Transfer by a link')}`);
  await confirmByCode(on, portal, member.email, () =>
    page.getByRole('button', { name: transfer }).click(),
  );
  await press(on, 'Create the link');
  const address = await page.getByText(/\/my-page\/offer#[\w-]{43}$/).textContent();

  const receiver = await createMember(portal, { lastName: '近藤', firstName: '杏' });
  const theirs = await (await openAnother()).newPage();
  const there = { page: theirs, locale };
  await theirs.goto(address?.replace('/my-page', localePath(locale, '/my-page')) ?? '');
  await press(there, 'Sign in');
  await signInAtProvider(theirs, receiver, locale);
  await press(there, 'Accept');
  await theirs.waitForURL(`**${localePath(locale, `/my-page/passports/${id}`)}`);
  await press(there, 'Add a photo');
  await cropPhoto(there);
  await press(there, 'Save');
  await press(there, 'Show the QR code');
  expect(await turnstile(portal, await scan(theirs, locale))).toMatch(/^VALID/);
  await theirs.getByRole('main').getByText(nameOf(receiver, locale)).first().waitFor();

  await page.reload();
  await page.getByRole('button', { name: translate(locale, 'Take it back') }).waitFor();
};

/** Bought in the browser's own session: any other browser would be the member's first. */
async function paidPassport(page: Tab, portal: Addresses): Promise<string> {
  const { id } = await buyPassport(await memberApi(page, portal));
  expect(await turnstile(portal, '--paid', id)).toContain('Done');
  return id;
}

/** Chooses a picture, enlarges it by keyboard, and sends it. */
async function cropPhoto({ page, locale }: LocalizedTab): Promise<void> {
  await chooseFile(page);
  await page.getByRole('slider').press('ArrowRight');
  await press({ page, locale }, 'Use this photo');
  await page.getByRole('img', { name: translate(locale, 'The photo you have added') }).waitFor();
}

/** The address of the holder's photo on the page of a passport. */
const pictureOf = ({ page }: LocalizedTab): Promise<string | undefined> =>
  page.evaluate(
    () => document.querySelector<HTMLImageElement>('main img[src*="photo"]')?.src,
    undefined,
  );

/** Runs in the page: whether what makes codes is kept, and the worker has kept the page as one asked for it. */
async function isKept(path: string): Promise<boolean> {
  const resultOf = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const { storageBuckets } = navigator as {
    readonly storageBuckets?: {
      keys(): Promise<string[]>;
      open(name: string): Promise<{ readonly indexedDB: IDBFactory }>;
    };
  };
  const buckets = (await storageBuckets?.keys()) ?? [];
  const places = [
    { indexedDB },
    ...(await Promise.all(buckets.map((name) => storageBuckets?.open(name)))),
  ];
  let hasKey = false;
  for (const place of places) {
    const names = (await place?.indexedDB.databases())?.map(({ name }) => name) ?? [];
    if (!place || !names.includes('portal-kept')) continue;
    const database = await resultOf(place.indexedDB.open('portal-kept'));
    const record = await resultOf(database.transaction('kept').objectStore('kept').get('record'));
    database.close();
    hasKey ||= record?.deviceKey !== undefined;
  }
  if (!hasKey) return false;
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  active?.postMessage({ type: 'keep', path, loaded: [] }, [port2]);
  return (await answered) === 'kept';
}
