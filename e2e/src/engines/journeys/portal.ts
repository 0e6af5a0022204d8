import { expect } from '@playwright/test';
import { confirmByCode } from '../../account/actions.ts';
import { localePath, translate } from '../../support/labels.ts';
import { sendNotifications } from '../../support/notifications.ts';
import {
  button,
  expectHeading,
  expectText,
  field,
  type LocalizedTab,
  press,
} from '../../support/page-actions.ts';
import { expireAccessToken, expireSession, storedTokens } from '../../support/session-record.ts';
import { expectGreeting, signIn, signInAtProvider } from '../../support/sign-in.ts';
import type { Journey } from '../journey.ts';
import type { Tab } from '../tab.ts';

export const profile: Journey = async ({ page, portal, member, locale, errors }) => {
  // The server says first that another phone number takes a step-up.
  errors.allow(/status of 403/);
  const on = { page, locale };
  await signIn(page, member, locale);
  await page.goto(localePath(locale, '/account/edit'));
  await field(on, 'Last name in katakana').fill('もりた');
  await field(on, 'First name in katakana').fill('ﾊﾅｺ');
  await field(on, 'First name in katakana').blur();
  await expectValue(on, 'First name in katakana', 'ハナコ');
  await field(on, 'Postal code').fill('１００−０００１');
  await field(on, 'Postal code').blur();
  await expectValue(on, 'City', '千代田区');
  await field(on, 'Street address').fill('千代田1-2');
  await field(on, 'Phone number').fill('08012345678');
  await field(on, 'Phone number').blur();
  await expectValue(on, 'Phone number', '080-1234-5678');
  await page.reload();
  await expectValue(on, 'Last name in katakana', 'モリタ');
  await press(on, 'Check the changes');
  await expectHeading(on, 'Check the changes');
  await confirmByCode(on, portal, member.email, () => button(on, 'Save').click());
  await press(on, 'Save');
  await page.waitForURL(`**${localePath(locale, '/account/edit/complete')}`);
  await expectText(on, 'Your profile has been saved.');
  await page.goto(localePath(locale, '/account'));
  await page.getByRole('main').getByText('080-1234-5678').waitFor();
};

export const expiredSession: Journey = async ({ page, member, locale, errors }) => {
  errors.allow(/status of 40[013]/);
  const on = { page, locale };
  const street = '千代田1-77';
  await signIn(page, member, locale);
  await page.goto(localePath(locale, '/account/edit'));
  await field(on, 'Street address').fill(street);
  await press(on, 'Check the changes');
  await expectHeading(on, 'Check the changes');
  const expectKept = async () => {
    await page.waitForURL(`**${localePath(locale, '/account/edit/confirm')}`);
    await expectHeading(on, 'Check the changes');
    await page.getByRole('main').getByText(new RegExp(street)).waitFor();
  };
  await page.locator('iframe').waitFor({ state: 'detached' });
  await expireSession(page);
  // The provider still knows the member: the portal goes there and comes back by itself.
  await press(on, 'Save');
  await page.waitForURL(({ pathname }) => pathname !== localePath(locale, '/account/edit/confirm'));
  await expectKept();
  // The browser's key went with the session.
  await press(on, 'Save');
  await press(on, 'Sign in again');
  await signInAtProvider(page, member, locale);
  await expectKept();
  await press(on, 'Save');
  await page.waitForURL(`**${localePath(locale, '/account/edit/complete')}`);
};

export const bellLive: Journey = async ({ browser, page, portal, member, locale }) => {
  await signIn(page, member, locale);
  const other = await browser.newPage();
  await other.goto(localePath(locale, '/my-page/notifications'));
  await other.getByRole('heading', { level: 1 }).waitFor();
  await sendNotifications(portal, member.email, [{ title: '夏祭り' }, { title: 'Fireworks' }]);
  for (const tab of [page, other]) await bell(tab, locale, 2).waitFor();
  // The list on the screen has them too, without a reload.
  const shown = other.getByRole('main').getByRole('link', { name: /夏祭り/ });
  await shown.waitFor();
  await shown.click();
  await other.getByRole('heading', { level: 1, name: '夏祭り' }).waitFor();
  for (const tab of [page, other]) await bell(tab, locale, 1).waitFor();
};

const bell = (tab: Tab, locale: 'ja' | 'en', unread: number) =>
  tab.getByRole('button', {
    name: translate(locale, 'Notifications, {unread} unread', { unread }),
    exact: true,
  });

export const twoTabs: Journey = async ({ browser, page, member, locale, errors }) => {
  errors.allow(/status of 401/);
  await signIn(page, member, locale);
  const other = await browser.newPage();
  const tabs: readonly [Tab, Tab] = [page, other];
  for (const tab of tabs) {
    await tab.goto(localePath(locale, '/my-page'));
    await expectGreeting(tab, member, locale);
    await tab.locator('iframe').waitFor({ state: 'detached' });
  }
  for (const tab of tabs) await tab.evaluate(countRenewals, undefined);
  await expireAccessToken(tabs);
  // The logo leads to the page that is open, which asks for its data again.
  for (const tab of tabs) {
    await tab.evaluate(
      () => document.querySelector<HTMLAnchorElement>('header a')?.click(),
      undefined,
    );
  }
  const made = () => Promise.all(tabs.map((tab) => tab.evaluate(renewals, undefined)));
  await expect.poll(async () => (await made()).toSorted().join()).toBe('0,1');
  await expect.poll(async () => (await storedTokens(other))[0]).not.toBe('expired-access-token');
  for (const tab of tabs) await expectGreeting(tab, member, locale);
  expect((await made()).toSorted()).toEqual([0, 1]);
  const stored = await Promise.all(tabs.map(storedTokens));
  expect(stored[0]).toEqual(stored[1]);
};

/** Rounds of pages that are left as soon as they show their content. */
const ROUNDS = 20;

/** WebKit left the transactions of a page open after it was left, and the next pages waited for them. */
export const manyPages: Journey = async ({ page, member, locale }) => {
  await signIn(page, member, locale);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const path of ['/my-page', '/my-page/notifications', '/account'] as const) {
      await page.goto(localePath(locale, path));
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    expect(await page.evaluate(readsSession, undefined), `in round ${round}`).toBe(true);
  }
};

/** Runs in the page: whether the session's record comes within some seconds. */
const readsSession = (): Promise<boolean> =>
  new Promise((done) => {
    setTimeout(() => done(false), 8_000);
    const opening = indexedDB.open('portal-session', 1);
    opening.onsuccess = () => {
      const asked = opening.result.transaction('session').objectStore('session').get('tokens');
      asked.onsuccess = () => {
        opening.result.close();
        done(asked.result !== undefined);
      };
    };
  });

type Counting = Window & { renewals?: number };

/** Runs in the page. */
function countRenewals(): void {
  const send = window.fetch;
  window.fetch = async (...asked) => {
    const request = new Request(...asked);
    const isRenewal =
      request.url.endsWith('/oauth/token') &&
      (await request.clone().text()).includes('grant_type=refresh_token');
    if (isRenewal) (window as Counting).renewals = ((window as Counting).renewals ?? 0) + 1;
    return send(request);
  };
}

/** Runs in the page. */
const renewals = (): number => (window as Counting).renewals ?? 0;

const expectValue = (on: LocalizedTab, label: string, value: string): Promise<void> =>
  expect.poll(() => field(on, label).inputValue()).toBe(value);
