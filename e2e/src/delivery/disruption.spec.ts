import { clearBrowserCache } from '../support/browser-cache.ts';
import { expect, test } from '../support/changeable-portal.ts';
import { translate } from '../support/labels.ts';
import { nameOf } from '../support/members.ts';
import type { Addresses } from '../support/portal.ts';
import { mainScreenOf, REMOTES } from '../support/routes.ts';
import { startSession } from '../support/session.ts';
import { storedTokens } from '../support/session-record.ts';
import { expectGreeting } from '../support/sign-in.ts';
import { PROOF } from '../support/test.ts';

/** Far longer than a start takes on a machine with nothing else to do. */
const SERVER_START_MS = 90_000;

test.describe('when a part of the portal goes down', () => {
  for (const [index, remote] of REMOTES.entries()) {
    // @proves 2.60
    test(
      `${remote}: an error screen stands in the shell, and Retry works`,
      index === 0 ? {} : PROOF,
      async ({ page, member, portal, errors }) => {
        errors.allow(/status of 50[23]/, /Refused to (apply style|execute script)/);
        // Texts, the list of hashes, which the page asks for when the browser is idle, and a release to fall back on.
        errors.allow(/\.json.* integrity/);
        const { path } = await mainScreenOf(remote);
        await startSession(page, portal, member);
        await page.goto('/terms-of-service');
        await page.getByRole('heading', { level: 1 }).waitFor();
        await portal.children[remote]?.stop();
        await clearBrowserCache(page);
        await page.goto(path);
        const retry = page.getByRole('button', { name: translate('ja', 'Try again') });
        await retry.waitFor();
        await expect(page.getByRole('banner').getByRole('link').first()).toBeVisible();

        await portal.children[remote]?.start();
        await retry.click();
        await expect(retry).toBeHidden();
        await page.getByRole('heading', { level: 1 }).waitFor();
      },
    );
  }

  test('the server starts again after it was killed, and the member goes on', async ({
    page,
    member,
    portal,
    errors,
  }) => {
    test.setTimeout(2 * SERVER_START_MS);
    errors.allow(/status of 50[234]|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_FAILED/);
    await startSession(page, portal, member);
    await page.goto('/my-page');
    await expectGreeting(page, member);
    const before = await storedTokens(page);
    const pid = portal.children.server?.pid;
    expect(pid).toBeDefined();
    process.kill(pid ?? 0, 'SIGKILL');
    await page.goto('/account');
    await expect.poll(() => isUp(portal), { timeout: SERVER_START_MS }).toBe(true);
    await page.goto('/account');
    await expect(page.getByRole('main')).toContainText(nameOf(member, 'ja'));
    expect(portal.children.server?.pid).not.toBe(pid);
    expect(await storedTokens(page)).toEqual(before);
    await page.goto('/my-page');
    await expectGreeting(page, member);
  });
});

/** Whether the API and the page answer, whatever the status: the page is composed a moment after. */
async function isUp({ api, portal }: Pick<Addresses, 'api' | 'portal'>): Promise<boolean> {
  try {
    const answers = await Promise.all([fetch(`${api}/userinfo`), fetch(`${portal}/latest.json`)]);
    return answers.every(({ status }) => status < 500);
  } catch {
    return false;
  }
}
