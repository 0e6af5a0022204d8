import type { BrowserContext, Page } from '@playwright/test';
import { expectSettled } from '../support/content.ts';
import { createMember, nameOf } from '../support/members.ts';
import { expect, PHONE, test } from '../support/test.ts';
import { visitHome } from './actions.ts';

test.use({ ...PHONE, serviceWorkers: 'allow' });

const NO_ANSWER = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|status of 40[01]/;
const LATEST = '**/latest.json';
const CALLS = '**/api/**';

/**
 * Opens the page that the worker has kept, with these addresses held. On this machine the network would be the first of
 * the two, and no test can hold up what the browser races: so there is no connection until they are let through.
 */
async function openKept(context: BrowserContext, path: string, held: readonly string[]) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const page = await context.newPage();
  for (const address of held) {
    await page.route(address, async (route) => {
      await promise;
      // The page may be gone by now.
      await route.continue().catch(() => undefined);
    });
  }
  await context.setOffline(true);
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.locator('html[data-kept]')).toHaveCount(1);
  return {
    page,
    /** The connection is back, and what was held is let through. */
    async connect() {
      await context.setOffline(false);
      resolve();
    },
  };
}

const view = (page: Page) => page.locator('[role=main]');

// @proves 7.791 7.792 7.794
test('a main screen shows what it last showed before anything is answered, runs its scripts with the answer, and then shows what is live', async ({
  page,
  context,
  portal,
  errors,
}) => {
  errors.allow(NO_ANSWER);
  const member = await createMember(portal);
  await visitHome(page, portal, member);
  await page.goto('/account');
  await expect(page.getByRole('main')).toContainText(nameOf(member, 'ja'));
  await expectSettled(page);
  await page.close();
  for (const path of ['/my-page', '/account']) {
    const { page: opened, connect } = await openKept(context, path, [LATEST, CALLS]);
    await expect(view(opened)).toContainText(nameOf(member, 'ja'));
    await expect(opened.locator('script[src]:not([src*="/before-react."])')).toHaveCount(0);
    await connect();
    await expect(view(opened)).toHaveCount(0);
    await expect(opened.getByRole('main')).toContainText(nameOf(member, 'ja'));
    await expect(opened.locator('html[data-kept]')).toHaveCount(0);
    await expect(opened.getByText(/^オフラインです/)).toHaveCount(0);
    await opened.close();
  }
});
