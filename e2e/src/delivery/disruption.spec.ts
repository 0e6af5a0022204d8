import { clearBrowserCache } from '../support/browser-cache.ts';
import { expect, test } from '../support/changeable-portal.ts';
import { breakEdge } from '../support/faulty-edge.ts';
import { translate } from '../support/labels.ts';
import { mainScreenOf, REMOTES } from '../support/routes.ts';
import { startSession } from '../support/session.ts';

const [remote = ''] = REMOTES;

// @proves 2.60
test('while the files of a remote are down an error screen stands in the shell, and Retry works', async ({
  page,
  member,
  portal,
  errors,
}) => {
  errors.allow(/status of 500/, /Refused to (apply style|execute script)/);
  // Texts.
  errors.allow(/\.json.* integrity/);
  const { path } = await mainScreenOf(remote);
  await startSession(page, portal, member);
  await page.goto('/terms-of-service');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const edge = breakEdge(portal);
  edge.breaks((asked) => (asked.startsWith(`/remotes/${remote}/`) ? '500' : undefined));
  await clearBrowserCache(page);
  await page.goto(path);
  const retry = page.getByRole('button', { name: translate('ja', 'Try again') });
  await retry.waitFor();
  await expect(page.getByRole('banner').getByRole('link').first()).toBeVisible();

  edge.stop();
  await retry.click();
  await expect(retry).toBeHidden();
  await page.getByRole('heading', { level: 1 }).waitFor();
});
