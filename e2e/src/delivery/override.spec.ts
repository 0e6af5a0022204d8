import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { RemoteDocument } from '@portal/delivery-model/document';
import { versionedDocument } from '@portal/delivery-model/document-version';
import type { OverriddenPart } from '@portal/delivery-model/override/page-override';
import { signOverride } from '@portal/delivery-model/override/token';
import { createLocalServer } from '@portal/delivery-serve/edge/local-server';
import { violations } from '../support/axe.ts';
import { ENVIRONMENT, expect, test } from '../support/changeable-portal.ts';
import { expectContent } from '../support/content.ts';
import { operatorKey, operatorOf } from '../support/live-releases.ts';
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

/** Publishes the built release under another version, without making it live. */
async function publishAgain(portal: Addresses): Promise<string> {
  const built = (await builtRelease(remote)) as unknown as RemoteDocument;
  const { version, ...content } = built;
  const [semver = ''] = version.split('+');
  const document = versionedDocument(semver, {
    ...content,
    committedAt: content.committedAt + 1,
  });
  await operatorOf(portal).publish(document, () =>
    Promise.reject(new Error('All files are there.')),
  );
  return document.version;
}

// @proves 7.239 7.240 7.243
test('a developer sees a published version in the portal, and ends it', async ({
  page,
  portal,
  member,
  newBrowser,
}) => {
  const version = await publishAgain(portal);
  await startSession(page, portal, member);
  await page.goto(await addressOf(portal, { part: remote, version }));
  expect(new URL(page.url()).hash).toBe('');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: '表示する' }).click();
  const badge = page.getByRole('complementary', { name: /開発用の表示/ });
  await expect(badge).toContainText(version);

  const { path } = await mainScreenOf(remote);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(path);
  await expectContent(page);
  await expect(badge).toBeVisible();
  expect(await page.evaluate((name) => window.portal.remotes[name]?.version, remote)).toBe(version);
  // It covers nothing: the portal begins below it.
  const box = await badge.boundingBox();
  const header = await page.getByRole('banner').boundingBox();
  expect(header?.y).toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0));
  expect(await violations(page)).toEqual([]);

  const other = await (await newBrowser()).newPage();
  await other.goto('/');
  await expect(other.locator('#portal-override')).toHaveCount(0);

  await badge.getByRole('button', { name: '公開中の表示に戻す' }).click();
  await expect(page.locator('#portal-override')).toHaveCount(0);
  await page.goto(path);
  await expectContent(page);
  expect(await page.evaluate((name) => window.portal.remotes[name]?.version, remote)).not.toBe(
    version,
  );
  // While it was overridden, the page neither asked for what is live nor reported.
  const before = asked.slice(0, asked.indexOf('/override'));
  expect(before).not.toContain('/latest.json');
  expect(before).not.toContain('/api/telemetry');
});

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
