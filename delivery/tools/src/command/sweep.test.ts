import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { documentKey } from '@portal/delivery-model/document';
import { makeRelease, type TestRelease } from '@portal/delivery-model/testing/release';
import { promotion, publish } from '@portal/server-testing/releases/page-setting';
import { operatorOf } from '@portal/server-testing/releases/teams';
import { commandIn } from './testing/run-command.ts';
import { startTestPortal, type TestPortal } from './testing/test-portal.ts';

const DAY = 24 * 60 * 60 * 1000;
const ROOT = mkdtempSync(path.join(tmpdir(), 'portal-sweep-'));
const STORE = path.join(ROOT, 'store');

let portal: TestPortal;
let staging: TestPortal;
let fresh: TestPortal;
/** How far the portals' clocks are behind. Calls are signed by the time, so that it is 0 for the command. */
let daysAgo = 0;
const now = () => new Date(Date.now() - daysAgo * DAY);

const first = makeRelease('account', 'first');
const second = makeRelease('account', 'second');
const tried = makeRelease('account', 'tried on staging');
const unfinished = makeRelease('account', 'unfinished');

beforeAll(async () => {
  // One after the other: a machine with two cores starts three databases no faster at once.
  portal = await startTestPortal(STORE, now);
  staging = await startTestPortal(STORE, now);
  fresh = await startTestPortal(STORE, now);
  const operator = operatorOf(portal.server);
  writeFileSync(path.join(ROOT, 'operator.key.json'), JSON.stringify(operator.key), {
    mode: 0o600,
  });
});
afterAll(async () => {
  for (const one of [portal, staging, fresh]) await one.close();
  rmSync(ROOT, { recursive: true, force: true });
});

/** Promotes the first release long ago, the second 40 days ago, and another one on staging. */
beforeAll(async () => {
  const promote = async (on: TestPortal, release: TestRelease, days: number) => {
    daysAgo = days;
    await publish(operatorOf(on.server), release);
    await operatorOf(on.server).operate(promotion(release));
  };
  await promote(portal, first, 120);
  await promote(staging, tried, 100);
  await promote(portal, second, 80);
  // With a third release, the first one is not the `previous` of what is live any more.
  await promote(portal, makeRelease('account', 'third'), 60);
  daysAgo = 0;
  for (const file of filesOf('')) {
    const old = (Date.now() - 90 * DAY) / 1000;
    utimesSync(path.join(STORE, file), old, old);
  }
  const [name = '', bytes = new Uint8Array()] = Object.entries(unfinished.files)[0] ?? [];
  await operatorOf(portal.server).uploadFile('account', name, bytes);
});

function filesOf(folder: string): string[] {
  return readdirSync(path.join(STORE, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(STORE, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith('.tmp'))
    .sort();
}
const documentOf = ({ document: { name, version } }: TestRelease) => documentKey(name, version);
const isStored = (key: string) => existsSync(path.join(STORE, key));

async function sweep(args: readonly string[], store: string = STORE) {
  const ran = await commandIn(ROOT, {
    PORTAL_URL: portal.url,
    PORTAL_TEAM: 'operator',
    PORTAL_KEY: 'operator.key.json',
    RELEASE_STORE: store,
  })('sweep', ...args);
  return { ...ran, json: args.includes('--json') ? JSON.parse(ran.out) : undefined };
}

// @proves 7.244
test('says what may go, and removes nothing without --remove', async () => {
  const before = filesOf('');
  const { code, out, err } = await sweep(['--also', staging.url]);
  expect([code, err]).toEqual([0, 'Nothing was removed: add --remove for that.\n']);
  expect(out).toMatch(/^In use no more:\n {2}account {2}1 releases {2}\d+ files {2}\d.* K?B\n$/);
  expect(filesOf('')).toEqual(before);
});

// @proves 7.244
test('counts what only another portal needs as unused unless --also names that portal', async () => {
  const alone = await sweep(['--json']);
  expect(alone.json.parts).toMatchObject([{ part: 'account', releases: 2 }]);
  const both = await sweep(['--json', '--also', staging.url]);
  expect(both.json).toMatchObject({ ok: true, removed: false, unread: [] });
  expect(both.json.portals).toEqual([portal.url, staging.url]);
  expect(both.json.parts).toMatchObject([{ part: 'account', releases: 1 }]);
});

// @proves 7.245
test('removes nothing with a history that is empty or broken, or a store that is not the right one', async () => {
  const before = filesOf('');
  const other = path.join(ROOT, 'other');
  mkdirSync(other);
  const refusals = [];
  for (const [args, store] of [
    [['--also', fresh.url], STORE],
    [[], other],
    [[], 'gs://bucket'],
    [[], ''],
    [['--also', 'staging'], STORE],
    [['--also', 'http://127.0.0.1:1'], STORE],
  ] as const) {
    const { code, json } = await sweep([...args, '--remove', '--json'], store);
    expect(json.refusals[0].remedy).toMatch(/\S/);
    refusals.push([code, json.refusals[0].code]);
  }
  expect(refusals).toEqual([
    [1, 'history-empty'],
    [1, 'not-in-store'],
    [1, 'store'],
    [2, 'usage'],
    [2, 'usage'],
    [3, 'unreachable'],
  ]);
  expect(filesOf('')).toEqual(before);
});

// @proves 7.244
test('with --remove, keeps what is live anywhere, what is young, and all that a page needs', async () => {
  const before = filesOf('');
  const { code, json } = await sweep(['--remove', '--also', staging.url, '--json']);
  expect([code, json.removed]).toEqual([0, true]);
  expect([first, second, tried].map((release) => isStored(documentOf(release)))).toEqual([
    false,
    true,
    true,
  ]);
  const tombstone = path.join(STORE, documentOf(first).replace('releases/', 'tombstones/'));
  const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 60 * 60;
  utimesSync(tombstone, twoDaysAgo, twoDaysAgo);
  const { json: later } = await sweep(['--remove', '--also', staging.url, '--json']);
  const gone = before.filter((file) => !isStored(file));
  const [{ releases, files }] = json.parts;
  expect(gone).toHaveLength(releases + files + later.parts[0].files);
  // All releases here share one file.
  const own = Object.keys(first.files).filter((file) => !file.startsWith('same.'));
  for (const file of own) expect(gone).toContain(`files/account/${file}`);
  const again = await sweep(['--remove', '--also', staging.url]);
  expect(again.out).toBe('Everything in the store is in use or young.\n');
});

// @proves 7.245
test('says which document cannot be read, with exit code 1, after the rest is done', async () => {
  writeFileSync(path.join(STORE, documentOf(second)), 'half');
  const { code, json, err } = await sweep(['--remove', '--json']);
  expect(code).toBe(1);
  expect(json).toMatchObject({
    ok: false,
    exitCode: 1,
    refusals: [{ code: 'document-unread' }],
    removed: true,
    unread: [documentOf(second)],
    parts: [{ part: 'account', releases: 1, files: 0 }],
  });
  expect(err).toContain(`${documentOf(second)} is needed and cannot be read`);
  expect(isStored(documentOf(tried))).toBe(false);
});

// @proves 7.245
test('removes nothing when the history does not hold', async () => {
  const before = filesOf('');
  const { entries } = await operatorOf(portal.server).history();
  const [head, payload, signature = ''] = (entries.at(-1) ?? '').split('.');
  const forged = [head, payload, [...signature].reverse().join('')].join('.');
  await fresh.server.context.db.execute(
    `insert into release_log (environment, seq, jws, at) values ('production', 1, '${forged}', now())`,
  );
  const { code, json } = await sweep(['--remove', '--also', fresh.url, '--json']);
  expect([code, json.refusals[0].code]).toEqual([1, 'history-broken']);
  expect(filesOf('')).toEqual(before);
});
