import { clearBrowserCache } from '../support/browser-cache.ts';
import { expectContent } from '../support/content.ts';
import { translate } from '../support/labels.ts';
import { nameOf } from '../support/members.ts';
import { mainScreenOf, PACKAGES, REMOTES } from '../support/routes.ts';
import { startSession } from '../support/session.ts';
import { expectGreeting } from '../support/sign-in.ts';
import { expect, PROOF, test } from '../support/test.ts';

/** Every remote on an origin of its own, and one of them goes down. */
test.use({ ownPortal: { remotesOnOwnOrigins: true } });
// In one worker, one after the other: they share the portal that they break.
test.describe.configure({ mode: 'default' });

test.describe('with remotes on origins of their own', () => {
  test('a member visits a screen of each, and only the portal may read them', async ({
    page,
    member,
    portal,
  }) => {
    const origins = new Set<string>();
    const allowed: Record<string, string | undefined> = {};
    page.on('response', (answer) => {
      if (answer.request().resourceType() !== 'script') return;
      const { origin } = new URL(answer.url());
      origins.add(origin);
      if (origin !== portal.portal) {
        allowed[origin] = answer.headers()['access-control-allow-origin'];
      }
    });
    await startSession(page, portal, member);
    for (const remote of REMOTES) {
      await page.goto((await mainScreenOf(remote)).path);
      await expectContent(page);
    }
    expect(origins.size).toBe(PACKAGES.length);
    expect(Object.keys(allowed)).toHaveLength(REMOTES.length);
    expect(new Set(Object.values(allowed))).toEqual(new Set([portal.portal]));
  });

  // @proves 2.60
  test(
    'one that is down shows an error screen in the shell, and Retry works',
    PROOF,
    async ({ page, member, portal, errors }) => {
      errors.allow(/ERR_CONNECTION_REFUSED/, /Refused to (apply style|execute script)/);
      await startSession(page, portal, member);
      await page.goto('/my-page');
      await expectGreeting(page, member);
      await portal.children.account?.stop();
      await clearBrowserCache(page);
      await page.goto('/account');
      const retry = page.getByRole('button', { name: translate('ja', 'Try again') });
      await retry.waitFor();
      await expect(page.getByRole('banner')).toContainText(nameOf(member, 'ja'));
      await page.getByRole('link', { name: translate('ja', 'Back to Home') }).click();
      await expectGreeting(page, member);

      await page.goto('/account');
      await retry.waitFor();
      await portal.children.account?.start();
      await retry.click();
      await expect(page.getByRole('main')).toContainText(nameOf(member, 'ja'));
      await expect(retry).toBeHidden();
    },
  );
});
