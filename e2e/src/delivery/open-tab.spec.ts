import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Locale } from '@portal/shared-contract';
import { violations } from '../support/axe.ts';
import { expect, test } from '../support/changeable-portal.ts';
import { changedRelease, marked } from '../support/changed-release.ts';
import { expectContent } from '../support/content.ts';
import { LOCALES, localePath, translate } from '../support/labels.ts';
import { expectLive, isMarked, makeLive, operatorOf } from '../support/live-releases.ts';
import { startSession } from '../support/session.ts';
import { expectGreeting, signInAtProvider } from '../support/sign-in.ts';
import { DESKTOP, PHONE } from '../support/test.ts';

/** The longest interval in which a visible tab asks (shell/src/release/release-polling.ts). */
const ASKED_WITHIN = '06:00';

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-open-tab-'));
});
test.afterAll(() => rm(folder, { recursive: true }));

/** Each release differs from those before. */
let releases = 0;
const nextRelease = (part: string) => {
  releases += 1;
  return changedRelease(part, folder, marked(`★${releases}`)).then((release) => ({
    ...release,
    mark: `★${releases}`,
  }));
};

/** Documents of the portal that the page has loaded. */
function documentsOf(page: Page): string[] {
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      documents.push(new URL(request.url()).pathname);
    }
  });
  return documents;
}

const notice = (page: Page, locale: Locale = 'ja') =>
  page.getByRole('complementary', { name: translate(locale, 'New version') });

/** A machine with other work is seldom idle. */
const IDLE_WITHIN_MS = 30_000;

/** Lets so much time pass in the page that it has asked which releases are live. */
async function letTabAsk(page: Page): Promise<void> {
  // The code that asks arrives when the browser is idle.
  await expect(async () => {
    const asked = page.waitForResponse('**/latest.json', { timeout: 1_000 });
    await page.clock.fastForward(ASKED_WITHIN);
    await asked;
  }).toPass({ timeout: IDLE_WITHIN_MS });
}

// @proves 7.185 7.235
test('an open tab announces a new release, in words that everybody can read', async ({
  portal,
  member,
  newBrowser,
}) => {
  test.setTimeout(120_000);
  const tabs: { page: Page; locale: Locale; name: string }[] = [];
  for (const locale of LOCALES) {
    for (const [device, options] of Object.entries({ PHONE, DESKTOP })) {
      // One after the other: four cold visits at once take a small machine longer than a visit may take.
      const page = await (await newBrowser(options)).newPage();
      await page.clock.install();
      await startSession(page, portal, member, locale);
      await page.goto(localePath(locale, '/my-page'));
      await expectGreeting(page, member, locale);
      tabs.push({ page, locale, name: `notice-${locale}-${device.toLowerCase()}` });
    }
  }
  await makeLive(portal, await nextRelease('mypage'));
  for (const { page, locale, name } of tabs) {
    await letTabAsk(page);
    await expect(notice(page, locale)).toBeVisible();
    await page.screenshot({ path: test.info().outputPath(`${name}.png`) });
    expect(await violations(page), name).toEqual([]);
    await notice(page, locale)
      .getByRole('button', { name: translate(locale, 'Close') })
      .click();
    await expect(notice(page, locale)).toBeHidden();
  }
});

// @proves 7.186
test('the next link loads the page of the new release, and the tab itself stays until then', async ({
  page,
  portal,
  member,
}) => {
  await page.clock.install();
  await startSession(page, portal, member);
  await page.goto('/my-page');
  await expectGreeting(page, member);
  const { mark, ...release } = await nextRelease('account');
  await makeLive(portal, release);
  const documents = documentsOf(page);
  await letTabAsk(page);
  await expect(notice(page)).toBeVisible();
  expect(documents).toEqual([]);

  await page.getByRole('link', { name: translate('ja', 'Terms of service') }).click();
  await page.waitForURL('**/terms-of-service');
  await expectContent(page);
  expect(documents).toEqual(['/terms-of-service']);
  await page.goto('/account');
  await expectContent(page);
  expect(await isMarked(page, mark)).toBe(true);
});

// @proves 7.187
test('a release that becomes live while something is typed loses nothing of it', async ({
  page,
  portal,
  member,
}) => {
  await page.clock.install();
  await startSession(page, portal, member);
  await page.goto('/account/edit');
  await expectContent(page);
  const field = page.getByRole('main').getByRole('textbox').first();
  await field.fill('朝顔');
  await makeLive(portal, await nextRelease('account'));
  const documents = documentsOf(page);
  await letTabAsk(page);
  await expect(notice(page)).toBeHidden();
  await expect(field).toHaveValue('朝顔');
  expect(documents).toEqual([]);
});

// @proves 7.187
test('the return from the sign-in loads one page, that of the release that is live by then', async ({
  page,
  portal,
  member,
}) => {
  await page.clock.install();
  await page.goto('/my-page');
  await page.waitForURL(`${portal.idp}/**`);
  const { mark, ...release } = await nextRelease('mypage');
  await makeLive(portal, release);
  const documents = documentsOf(page);
  await signInAtProvider(page, member);
  await expectGreeting(page, member);
  expect(await isMarked(page, mark)).toBe(true);
  await letTabAsk(page);
  await expect(notice(page)).toBeHidden();
  expect(documents.filter((path) => /^\/(callback|my-page)/.test(path))).toEqual(['/callback']);
});

// @proves 7.233
test('a remote that is switched off says so in words of its own, until it is switched on again', async ({
  page,
  portal,
  member,
  newBrowser,
}) => {
  const operator = operatorOf(portal);
  const { version } = await makeSecond();
  await operator.operate({ type: 'kill', part: 'account', reason: 'The list is wrong.' });
  await expectLive(portal, 'account', undefined);
  await startSession(page, portal, member);
  await page.goto('/account/security');
  await expectSwitchedOff(page, 'ja');
  await page.getByRole('link', { name: translate('ja', 'Back to Home') }).click();
  await expectGreeting(page, member);
  for (const locale of LOCALES) {
    for (const [device, options] of Object.entries({ PHONE, DESKTOP })) {
      const other = await (await newBrowser(options)).newPage();
      await startSession(other, portal, member, locale);
      await other.goto(localePath(locale, '/account'));
      await expectSwitchedOff(other, locale);
      const name = `switched-off-${locale}-${device.toLowerCase()}`;
      await other.screenshot({ path: test.info().outputPath(`${name}.png`) });
      expect(await violations(other), name).toEqual([]);
    }
  }

  // A tab with an error screen asks at once when it is idle, and would load the remote by itself.
  const asked = page.waitForResponse('**/latest.json');
  await page.goto('/account');
  await expectSwitchedOff(page, 'ja');
  await asked;
  await operator.operate({ type: 'revive', part: 'account' });
  await expectLive(portal, 'account', version);
  await page.getByRole('button', { name: translate('ja', 'Try again') }).click();
  await expect(words(page, 'ja')).toHaveCount(0);
  await expectContent(page);

  async function makeSecond() {
    const release = await nextRelease('account');
    await makeLive(portal, release);
    return release.document;
  }
});

const words = (page: Page, locale: Locale) =>
  page
    .getByRole('main')
    .getByText(translate(locale, 'Try again later. The other pages work as usual.'));

const expectSwitchedOff = (page: Page, locale: Locale) => expect(words(page, locale)).toBeVisible();
