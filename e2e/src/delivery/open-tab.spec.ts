import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { expect, test } from '../support/changeable-portal.ts';
import { changedRelease, marked } from '../support/changed-release.ts';
import { expectContent, expectSettled } from '../support/content.ts';
import { translate } from '../support/labels.ts';
import { expectLive, isMarked, makeLive, operatorOf } from '../support/live-releases.ts';
import { startSession } from '../support/session.ts';
import { expectGreeting } from '../support/sign-in.ts';

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

const notice = (page: Page) =>
  page.getByRole('complementary', { name: translate('ja', 'New version') });

/** Lets so much time pass in the page that it has asked which releases are live. */
async function letTabAsk(page: Page): Promise<void> {
  await expectSettled(page);
  const asked = page.waitForResponse('**/latest.json');
  await page.clock.fastForward(ASKED_WITHIN);
  await asked;
}

// @proves 7.185 7.186 7.235
test('an open tab announces a new release, and the next link loads its page', async ({
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
  expect(await violations(page)).toEqual([]);
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

// @proves 7.233
test('a remote that is switched off says so in words of its own, until it is switched on again', async ({
  page,
  portal,
  member,
}) => {
  const operator = operatorOf(portal);
  const { version } = (
    await nextRelease('account').then(async (release) => {
      await makeLive(portal, release);
      return release;
    })
  ).document;
  await operator.operate({ type: 'kill', part: 'account', reason: 'The list is wrong.' });
  await expectLive(portal, 'account', undefined);
  await startSession(page, portal, member);
  await page.goto('/account/security');
  const words = page
    .getByRole('main')
    .getByText(translate('ja', 'Try again later. The other pages work as usual.'));
  await expect(words).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: translate('ja', 'Back to Home') }).click();
  await expectGreeting(page, member);

  // A tab with an error screen asks at once when it is idle, and would load the remote by itself.
  const asked = page.waitForResponse('**/latest.json');
  await page.goto('/account');
  await expect(words).toBeVisible();
  await asked;
  await operator.operate({ type: 'revive', part: 'account' });
  await expectLive(portal, 'account', version);
  await page.getByRole('button', { name: translate('ja', 'Try again') }).click();
  await expect(words).toHaveCount(0);
  await expectContent(page);
});
