import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverText } from '@portal/server-testing/texts';
import { scanPicture } from '../passports/scan.ts';
import { turnstile } from '../passports/turnstile.ts';
import { changedRelease, marked } from '../support/changed-release.ts';
import { translate } from '../support/labels.ts';
import { makeLive, operatorOf } from '../support/live-releases.ts';
import { memberApi } from '../support/member-api.ts';
import { type Member, nameOf } from '../support/members.ts';
import { buyPassport } from '../support/passports.ts';
import { expireSession, storedTokens } from '../support/session-record.ts';
import { expect, test } from './test.ts';
import { named, type Visitor, withText } from './visitor.ts';

// They share the portal that the last one changes: `npm test` runs them alone, in one worker.
test.describe.configure({ mode: 'default', timeout: 120_000 });

const ja = (english: string) => translate('ja', english);
const SLOW = { timeout: 30_000 };

const expectVisible = (visitor: Visitor, xpath: string) =>
  expect.poll(() => visitor.isVisible(xpath), { ...SLOW, message: xpath }).toBe(true);
const expectGreeting = (visitor: Visitor, member: Member) =>
  expectVisible(visitor, withText('h1', nameOf(member, 'ja')));

async function signIn(visitor: Visitor, member: Member): Promise<void> {
  await visitor.goto('/');
  await visitor.click(named('button', ja('Sign in')));
  await visitor.fill('//input[@id="email"]', member.email);
  await visitor.fill('//input[@id="password"]', member.password);
  await visitor.click(named('button', serverText('ja', 'Sign in')));
  await expectGreeting(visitor, member);
}

test('a member signs in, visits the account and signs out', async ({ visitor, member }) => {
  await signIn(visitor, member);
  await visitor.goto('/account');
  await expectVisible(visitor, withText('main', nameOf(member, 'ja')));
  await visitor.click(named('button', ja('Sign out')));
  await expectVisible(visitor, named('main//button', ja('Sign in')));
  expect(await storedTokens(visitor)).toEqual([null, null, null]);
});

// @proves 2.34 8.8
test('a session that ends in a form comes back to that form, with what was typed', async ({
  visitor,
  member,
}) => {
  await signIn(visitor, member);
  await visitor.goto('/account/edit/name');
  await expectVisible(visitor, '//html[@data-settled]//input[@id="field-last_name"]');
  await visitor.fill('//input[@id="field-last_name"]', '桜庭');
  await expireSession(visitor);
  await visitor.evaluate(() => void Object.assign(window, { left: true }), undefined);
  await visitor.click(named('main//button', ja('Save this name')));
  const place = () =>
    visitor.evaluate(
      () => [
        'left' in window,
        location.pathname,
        document.querySelector<HTMLInputElement>('#field-last_name')?.value,
      ],
      undefined,
    );
  await expect
    .poll(() => place().catch(() => 'between two pages'), SLOW)
    .toEqual([false, '/account/edit/name', '桜庭']);
});

// @proves 14.680 14.701
test('after one visit a pass shows a code without a connection that opens the turnstile', async ({
  visitor,
  member,
  portal,
  setOffline,
}) => {
  await signIn(visitor, member);
  // Bought in the browser's own session: any other browser would be the member's first.
  const { id } = await buyPassport(await memberApi(visitor, portal));
  expect(await turnstile(portal, '--paid', id)).toContain('Done');
  await visitor.goto('/my-page');
  await expectVisible(visitor, '//html[@data-settled]//h1');
  await expect.poll(() => visitor.evaluate(hasKeptPass, undefined), SLOW).toBe(true);
  await visitor.goto('about:blank');
  setOffline(true);

  await visitor.goto('/my-page');
  await expectGreeting(visitor, member);
  await visitor.click(`//a[contains(@href, "/my-page/passports/${id}")]`);
  // The home has a button of the same name.
  await expectVisible(visitor, named('h1', ja('Passport')));
  await visitor.click(named('main//button', ja('Show the QR code')));
  await expect(async () => {
    const code = await scanPicture(await visitor.screenshot());
    expect(await turnstile(portal, '--offline', code)).toMatch(/^VALID/);
  }).toPass(SLOW);
  await visitor.goto('/account');
  await expectVisible(
    visitor,
    withText('main', ja('You will see this again as soon as you have a connection.')),
  );
  setOffline(false);
});

test('a tab that stays open announces a new release, which the next page has', async ({
  visitor,
  member,
  portal,
}) => {
  await signIn(visitor, member);
  await expectVisible(visitor, '//html[@data-settled]//h1');
  const folder = await mkdtemp(join(tmpdir(), 'portal-engines-'));
  const mark = '★ of the engines';
  await makeLive(portal, await changedRelease('account', folder, marked(mark)));
  try {
    await visitor.evaluate(showAgainLater, undefined);
    await expectVisible(visitor, named('aside', ja('New version')));
    await visitor.goto('/account');
    await expectVisible(visitor, withText('main', mark));
  } finally {
    await operatorOf(portal).operate({ type: 'rollback', part: 'account' });
    await rm(folder, { recursive: true });
  }
});

/** Runs in the page: whether what makes codes without a connection is kept; neither browser has Storage Buckets. */
async function hasKeptPass(): Promise<boolean> {
  const resultOf = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  if (!(await indexedDB.databases()).some(({ name }) => name === 'portal-kept')) return false;
  const database = await resultOf(indexedDB.open('portal-kept'));
  const record = await resultOf(database.transaction('kept').objectStore('kept').get('record'));
  database.close();
  return record?.deviceKey !== undefined;
}

/** Runs in the page: shows the tab again, minutes later by its own clock, and without the part by which tabs differ. */
function showAgainLater(): void {
  const now = Date.now;
  Date.now = () => now() + 120_000;
  Math.random = () => 0;
  document.dispatchEvent(new Event('visibilitychange'));
}
