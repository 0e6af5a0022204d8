import type { Page } from '@playwright/test';
import { withTexts } from '@portal/delivery-model/release-files';
import { clearBrowserCache } from '../support/browser-cache.ts';
import { expectContent } from '../support/content.ts';
import { breakEdge, FAULTS, type Fault, type FaultyEdge } from '../support/faulty-edge.ts';
import { translate } from '../support/labels.ts';
import { createMember } from '../support/members.ts';
import { builtRelease, mainScreenOf, REMOTES } from '../support/routes.ts';
import { startSession } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

/** Whatever fails, words and a way to try again come when this time is up. */
const VIEW_LIMIT_MS = 2_000;

test.use({ ownPortal: { env: { PAGE_LIMITS: `view=${VIEW_LIMIT_MS}` } } });
// In one worker, one after the other: they share the portal that they break.
test.describe.configure({ mode: 'default' });

type Case = { readonly of: string; readonly file: string; readonly path: `/${string}` };

let edge: FaultyEdge;
test.beforeAll(({ portal }) => {
  edge = breakEdge(portal);
});
test.afterAll(() => edge.stop());
test.beforeEach(async ({ page, portal, errors }) => {
  errors.allow(/./); // Each fault has its own.
  await startSession(page, portal, await createMember(portal));
});

// @proves 2.81 2.82
test('words and Retry stand in for what hangs or is corrupt, and for a shell and an API that do not answer', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const [remote = ''] = REMOTES;
  const [entry] = await filesOf(remote);
  const [shell] = await filesOf('shell');
  if (!entry || !shell) throw new Error('The release has no script.');
  for (const fault of FAULTS) await failsAndRecovers(page, entry, fault);
  await failsAndRecovers(page, shell, 'hang');
  await failsAndRecovers(page, API, '500');
});

// @proves 2.83
test('the rest of the portal works while a remote hangs', async ({ page }) => {
  edge.breaks((path) => (path.startsWith('/remotes/mypage/') ? 'hang' : undefined));
  await clearBrowserCache(page);
  await page.goto('/my-page', { waitUntil: 'commit' });
  await retryOf(page).first().waitFor();
  await page.getByRole('link', { name: translate('ja', 'Terms of service') }).click();
  await expectContent(page);
  edge.repair();
});

const API: Case = { of: 'the API', file: '/api/', path: '/my-page' };

/** The files that the main screen of a package needs. */
async function filesOf(name: string): Promise<Case[]> {
  const { path } = name === 'shell' ? { path: '/my-page' as const } : await mainScreenOf(name);
  const release = await builtRelease(name);
  const { scripts, styles, rows } = release;
  const files = [
    ...styles,
    ...withTexts(release, [...scripts, ...(rows[path]?.files ?? [])], 'ja'),
  ];
  return files.map((file) => ({ of: name, file, path }));
}

async function open(page: Page, { file, path }: Pick<Case, 'file' | 'path'>, fault: Fault) {
  await page.goto('about:blank');
  await clearBrowserCache(page);
  edge.breaks((asked) => (asked.includes(file) ? fault : undefined));
  await page.goto(path, { waitUntil: 'commit' });
}

async function failsAndRecovers(page: Page, { of, file, path }: Case, fault: Fault) {
  await test.step(`${fault}: ${of} ${file}`, async () => {
    await open(page, { file, path }, fault);
    await expect(retryOf(page).first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    edge.repair();
    await expect(async () => {
      const retry = retryOf(page).first();
      if (await retry.isVisible()) await retry.click();
      await expect(retryOf(page)).toHaveCount(0, { timeout: VIEW_LIMIT_MS });
      await expectContent(page);
    }).toPass();
  });
}

/** Retry in the standing shell, the reload of a page without one, or the way on from a 404. */
function retryOf(page: Page) {
  return page
    .getByRole('button', { name: translate('ja', 'Try again') })
    .or(page.getByRole('button', { name: '再読み込み' }))
    .or(page.getByRole('main').getByRole('link', { name: translate('ja', 'Back to Home') }));
}
