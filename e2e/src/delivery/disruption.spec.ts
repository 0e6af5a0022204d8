import { forgetFiles } from '../support/forget-files.ts';
import { nameOf } from '../support/members.ts';
import { storedTokens } from '../support/session-record.ts';
import { expectGreeted, signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { say } from '../support/words.ts';

/** A portal of its own, because these tests break it. */
test.use({ ownPortal: {} });
// In one worker, one after the other: they share the portal that they break.
test.describe.configure({ mode: 'default' });

test.describe('when a part of the portal goes down', () => {
  for (const { name, path } of [
    { name: 'account', path: '/account' },
    { name: 'mypage', path: '/my-page' },
    { name: 'signup', path: '/signup' },
  ] as const) {
    test(`the upstream of ${name}: its room is broken, the house stands, Retry works`, async ({
      page,
      member,
      portal,
      watch,
    }) => {
      watch.expect(/status of 50[23]/, /Refused to (apply style|execute script)/);
      await signIn(page, member);
      await portal.children[name]?.stop();
      await forgetFiles(page);
      await page.goto(path);
      const retry = page.getByRole('button', { name: say('ja', 'Try again') });
      await expect(retry).toBeVisible();
      await expect(page.getByRole('banner').getByRole('link').first()).toBeVisible();

      await portal.children[name]?.start();
      await retry.click();
      await expect(retry).toBeHidden();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });
  }

  test('the server, killed in the middle of a visit: it starts again and the member goes on', async ({
    page,
    member,
    portal,
    watch,
  }) => {
    watch.expect(/status of 50[234]|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_FAILED/);
    await signIn(page, member);
    const before = await storedTokens(page);
    const pid = portal.children.server?.pid;
    expect(pid).toBeDefined();
    process.kill(pid ?? 0, 'SIGKILL');
    await page.goto('/account');
    await expect
      .poll(
        async () => {
          await page.goto('/account');
          return (await page.getByRole('main').textContent()) ?? '';
        },
        { timeout: 40_000 },
      )
      .toContain(nameOf(member, 'ja'));
    expect(portal.children.server?.pid).not.toBe(pid);
    expect(await storedTokens(page)).toEqual(before);
    await page.goto('/my-page');
    await expectGreeted(page, member);
  });
});
