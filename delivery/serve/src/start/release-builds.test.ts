import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDocument } from '@portal/delivery-builder/release-folder';
import { createReleaseClient } from '@portal/delivery-model/client/client';
import { makeRelease, makeShell, type TestRelease } from '@portal/delivery-model/testing/release';
import { writeBuild } from '@portal/delivery-tools/command/testing/built-release';
import {
  startTestPortal,
  type TestPortal,
} from '@portal/delivery-tools/command/testing/test-portal';
import { OPERATOR_TOKEN } from '@portal/server-testing/releases/page-setting';
import { startConfiguration } from './page-configuration.ts';
import { releaseBuilds } from './release-builds.ts';

const ADDRESSES = { portal: 'http://localhost:4300', idp: 'http://localhost:4301' };
const OCTOBER = new Date('2026-10-05T00:00:00Z');

let folder: string;
let portal: TestPortal;
let client: ReturnType<typeof createReleaseClient>;
const lines: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-start-'));
  portal = await startTestPortal(join(folder, 'store'));
  client = createReleaseClient({ apiUrl: `${portal.url}/api`, token: OPERATOR_TOKEN });
  lines.length = 0;
});
afterEach(async () => {
  await portal.close();
  await rm(folder, { recursive: true });
});

/** What a start does with these builds. */
async function start(
  releases: readonly TestRelease[],
  {
    env = {},
    now = OCTOBER,
    onlyOnce = false,
  }: { env?: Readonly<Record<string, string>>; now?: Date; onlyOnce?: boolean } = {},
) {
  const builds = join(folder, 'builds');
  const parts = await Promise.all(
    releases.map(async (release) => {
      const version = await writeBuild(builds, release);
      const { name } = release.document;
      const document = await readDocument(name, version, builds);
      if (!document) throw new Error(`${name} was not written.`);
      return { document, builtAs: name };
    }),
  );
  return releaseBuilds({
    client,
    parts,
    configuration: startConfiguration(ADDRESSES, env, { provider: {}, now }),
    onlyOnce,
    folder: builds,
    log: (line) => lines.push(line),
  });
}

/** The operations of the history, the oldest first. */
const operations = async () => (await client.history()).map(({ operation }) => operation).reverse();

const shell = (name = 'useState') => makeShell(name, { exports: { react: [name] } });

// @proves 16.612
test('a brand that changes an entry of the menu that no screen has is refused before anything is live', async () => {
  const brand = join(folder, 'brand');
  await mkdir(brand);
  const startWith = async (path: string) => {
    const menu = { [path]: { hidden: true } };
    const name = { ja: '水族館', en: 'Aquarium' };
    await writeFile(join(brand, 'brand.json'), JSON.stringify({ name, menu }));
    const row = { files: [], guard: 'public' as const, layout: 'default' as const };
    const rows = { '/my-page': { ...row, menu: { ja: '券', en: 'Cards' } }, '/my-page/plain': row };
    return start([shell(), makeRelease('mypage', 'one', ['/my-page'], { rows })], {
      env: { BRAND: brand, LINE_CHANNEL_ID: '1' },
    });
  };
  for (const path of ['/my-pge', '/my-page/plain']) {
    await expect(startWith(path)).rejects.toThrow(
      `The brand's brand.json changes the entry ${path} of the side menu, which no screen has. These are there: /my-page.`,
    );
  }
  expect(await operations()).toEqual([]);
  expect((await startWith('/my-page')).refusals).toEqual([]);
});
const account = (content = 'one', name = 'useState') =>
  makeRelease('account', content, ['/account'], { imports: { react: [name] } });
const mypage = makeRelease('mypage', 'one', ['/my-page']);
const at = (version: string) => ({ stable: version });

// @proves 7.162 7.163
test('the first start makes everything live, and a second one changes nothing', async () => {
  const first = await start([shell(), account(), mypage]);
  expect(first.refusals).toEqual([]);
  expect(await operations()).toMatchObject([
    { type: 'configure' },
    { type: 'promote', part: 'shell' },
    { type: 'promote', part: 'account' },
    { type: 'promote', part: 'mypage' },
  ]);
  expect(lines).toHaveLength(3);
  portal.calls.length = 0;
  const second = await start([shell(), account(), mypage]);
  expect(second).toMatchObject({ seq: first.seq, refusals: [] });
  expect(portal.calls).toEqual(['GET /releases/state']);
});

// @proves 7.164
test('builds that the gate refuses leave live what was live, and are tried again', async () => {
  const { state: before, seq } = await start([shell(), account()]);
  const refused = await start([shell(), account('misfit', 'useMagic')]);
  expect(refused).toMatchObject({ seq, state: before });
  expect(refused.refusals).toMatchObject([{ code: 'shared-surface.export' }]);
  expect((await start([shell(), account('misfit', 'useMagic')])).refusals).toHaveLength(1);
  const repaired = await start([shell(), account('repaired')]);
  expect(repaired.refusals).toEqual([]);
  expect(repaired.seq).toBe(seq + 1);
});

// @proves 7.165
test('what a team or the operator has made live since stays, until the next build', async () => {
  await start([shell(), account()]);
  const { state: two } = await start([shell(), account('two')]);
  const rolledBack = await client.operate({ type: 'rollback', part: 'account' });
  const again = await start([shell(), account('two')]);
  expect(again.seq).toBe(rolledBack.seq);
  expect(again.state.remotes.account).toMatchObject(at(two.remotes.account?.previous ?? ''));
  expect((await start([shell(), account('three')])).seq).toBe(again.seq + 1);
});

// @proves 7.175
test('what an image has built goes live once, so that starting it again undoes no roll-back', async () => {
  const startImage = (content: string) => start([shell(), account(content)], { onlyOnce: true });
  const first = await startImage('one');
  await startImage('two');
  const entry = await client.operate({ type: 'rollback', part: 'account' });
  const again = await startImage('two');
  expect(again).toMatchObject({ seq: entry.seq, refusals: [] });
  expect(again.state.remotes.account?.stable).toBe(first.state.remotes.account?.stable);
  // An image that is older than what is live does not take its place either.
  expect((await startImage('one')).seq).toBe(entry.seq);
});
