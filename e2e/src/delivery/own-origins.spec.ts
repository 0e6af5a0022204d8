import { expectContent } from '../support/content.ts';
import { mainScreenOf, PACKAGES, REMOTES } from '../support/routes.ts';
import { startSession } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

test.use({ ownPortal: { remotesOnOwnOrigins: true } });

test('with remotes on origins of their own a member visits a screen of each, and only the portal may read them', async ({
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
