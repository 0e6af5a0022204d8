import { forgetFiles } from '../support/forget-files.ts';
import { nameOf } from '../support/members.ts';
import { shown } from '../support/shown.ts';
import { expectGreeted, signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { say } from '../support/words.ts';

/** Every remote on an origin of its own, and one that goes down. */
test.use({ ownPortal: { remotesOnOwnOrigins: true } });
// In one worker, one after the other: they share the portal that they break.
test.describe.configure({ mode: 'default' });

test.describe('with remotes on origins of their own', () => {
  test('a member visits a screen of each', async ({ page, member }) => {
    const origins = new Set<string>();
    page.on('response', (answer) => {
      if (answer.request().resourceType() === 'script') origins.add(new URL(answer.url()).origin);
    });
    await signIn(page, member);
    await page.goto('/account');
    await expect(page.getByRole('main')).toContainText(nameOf(member, 'ja'));
    await page.goto('/signup');
    await shown(page);
    expect(origins.size).toBe(4);
  });

  test('only the portal may read them', async ({ page, portal }) => {
    const answers: Record<string, string | undefined> = {};
    page.on('response', (answer) => {
      const { origin } = new URL(answer.url());
      if (origin !== portal.portal && answer.request().resourceType() === 'script') {
        answers[origin] = answer.headers()['access-control-allow-origin'];
      }
    });
    await page.goto('/signup');
    await shown(page);
    expect(Object.values(answers).length).toBeGreaterThan(0);
    expect(new Set(Object.values(answers))).toEqual(new Set([portal.portal]));
  });

  test('one that is down is a broken room in a standing house, and Retry works', async ({
    page,
    member,
    portal,
    watch,
  }) => {
    watch.expect(/ERR_CONNECTION_REFUSED/, /Refused to (apply style|execute script)/);
    await signIn(page, member);
    await portal.children.account?.stop();
    await forgetFiles(page);
    await page.goto('/account');
    const retry = page.getByRole('button', { name: say('ja', 'Try again') });
    await expect(retry).toBeVisible();
    await expect(page.getByRole('banner')).toContainText(nameOf(member, 'ja'));
    await page.getByRole('link', { name: say('ja', 'Back to my page') }).click();
    await expectGreeted(page, member);

    await page.goto('/account');
    await expect(retry).toBeVisible();
    await portal.children.account?.start();
    await retry.click();
    await expect(page.getByRole('main')).toContainText(nameOf(member, 'ja'));
    await expect(retry).toBeHidden();
  });
});
