import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { RemoteDocument } from '@portal/delivery-model/document';
import type { OverriddenPart } from '@portal/delivery-model/override/page-override';
import { signOverride } from '@portal/delivery-model/override/token';
import { createLocalServer } from '@portal/delivery-serve/edge/local-server';
import { ENVIRONMENT, expect, test } from '../support/changeable-portal.ts';
import { expectContent } from '../support/content.ts';
import { operatorKey } from '../support/live-releases.ts';
import type { Addresses } from '../support/portal.ts';
import { builtRelease, mainScreenOf, REMOTES } from '../support/routes.ts';
import { startSession } from '../support/session.ts';

const [remote = ''] = REMOTES;
const RELEASES = resolve(import.meta.dirname, '../../../.releases');

/** The address that `portal override` prints. */
async function addressOf(portal: Addresses, shown: OverriddenPart): Promise<string> {
  const token = await signOverride(shown, {
    team: 'operator',
    key: operatorKey(portal),
    audience: portal.portal,
    environment: ENVIRONMENT,
    now: new Date(),
    seconds: 3_600,
  });
  return `/override#token=${token}`;
}

const listen = (server: Server): Promise<string> =>
  new Promise((done) => {
    server.listen(0, 'localhost', () =>
      done(`http://localhost:${(server.address() as AddressInfo).port}`),
    );
  });

// @proves 7.242
test('a developer sees a local build, whose files come from that machine with their hashes', async ({
  page,
  portal,
  member,
  errors,
}) => {
  const { server, changed } = createLocalServer({
    releases: RELEASES,
    part: remote,
    allowOrigins: [portal.portal],
  });
  const local = await listen(server);
  const { path } = await mainScreenOf(remote);
  const { entry } = (await builtRelease(remote)) as unknown as RemoteDocument;
  try {
    await startSession(page, portal, member);
    await page.goto(await addressOf(portal, { part: remote, local }));
    await page.getByRole('button', { name: '表示する' }).click();
    await expect(page.getByRole('complementary')).toContainText(local);
    await page.goto(path);
    await expectContent(page);
    const script = page.locator(`script[src="${local}/files/${remote}/${entry}"]`);
    await expect(script).toHaveAttribute('integrity', /^sha384-/);

    // Another build is shown at once.
    const reloaded = page.waitForEvent('domcontentloaded');
    changed();
    await reloaded;
    await expectContent(page);

    // No other origin may be asked, and nothing else of that one runs.
    errors.allow(/./);
    const elsewhere = createServer((_, response) => response.end('document.title = "broken"'));
    const other = await listen(elsewhere);
    for (const url of [`${other}/x.js`, `${local}/files/${remote}/other.0123456789.js`]) {
      expect(
        await page.evaluate(
          (address) =>
            window.portal.load(address).then(
              () => 'loaded',
              () => 'refused',
            ),
          url,
        ),
      ).toBe('refused');
    }
    expect(
      await page.evaluate((address) => fetch(address).then(String, () => 'refused'), other),
    ).toBe('refused');
    elsewhere.close();
  } finally {
    server.closeAllConnections();
    server.close();
  }
  // Without the developer's server the part has no screens.
  await page.goto(path);
  await expect(page.getByRole('main')).toContainText('ページが見つかりません');
});
