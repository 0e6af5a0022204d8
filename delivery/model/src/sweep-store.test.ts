import { mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { documentKey, fileKey } from './document.ts';
import { documentJson } from './document-version.ts';
import type { EnvironmentState } from './state.ts';
import { folderStore } from './store/folder-store.ts';
import type { Store } from './store/store.ts';
import { type SweptEntry, tombstoneOf } from './sweep.ts';
import { sweepStore } from './sweep-store.ts';
import { makeRelease, type TestRelease } from './testing/release.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.now();
const ago = (days: number) => NOW - days * DAY;
const text = (content: string) => new TextEncoder().encode(content);

let folder: string;
let store: Store;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-sweep-'));
  store = folderStore(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const keyOf = ({ document: { name, version } }: TestRelease) => documentKey(name, version);
const keysOf = (release: TestRelease) => [
  ...Object.keys(release.files).map((file) => fileKey(release.document.name, file)),
  keyOf(release),
];

const filesOf = (release: TestRelease) => keysOf(release).slice(0, -1);
/** In order, each once: the releases here share a file. */
const union = (...keys: readonly string[][]) => [...new Set(keys.flat())].sort();
/** What no other release has. */
const ownFilesOf = (release: TestRelease) =>
  filesOf(release).filter((key) => !key.startsWith('files/account/same.'));

async function put(key: string, bytes: Uint8Array, days: number): Promise<void> {
  await store.put(key, bytes);
  utimesSync(path.join(folder, key), ago(days) / 1000, ago(days) / 1000);
}
async function publish(release: TestRelease, days: number): Promise<void> {
  for (const [file, bytes] of Object.entries(release.files)) {
    await put(fileKey(release.document.name, file), bytes, days);
  }
  await put(keyOf(release), text(documentJson(release.document)), days);
}
async function storedKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.list('')) keys.push(key);
  return keys.sort();
}

const entry = (seq: number, days: number, live: TestRelease, other?: TestRelease): SweptEntry => {
  const since = new Date(ago(days)).toISOString();
  const remotes = Object.fromEntries(
    [live, ...(other ? [other] : [])].map(({ document: { name, version } }) => [
      name,
      { stable: version, since },
    ]),
  ) satisfies EnvironmentState['remotes'];
  return { environment: 'production', seq, at: ago(days), state: { remotes, teams: {} } };
};
const sweep = (
  readEntries: () => readonly SweptEntry[] | Promise<readonly SweptEntry[]>,
  { now = NOW, remove = true } = {},
) => sweepStore({ store, readEntries: async () => readEntries(), now, remove });
const A_DAY_LATER = { now: NOW + 1.1 * DAY };
const tombOf = (release: TestRelease) => tombstoneOf(keyOf(release));

const live = makeRelease('account', 'live');
const old = makeRelease('account', 'old');

// @proves 7.244
test('says what may go without removing it, and removes just that', async () => {
  await publish(live, 90);
  await publish(old, 90);
  const before = await storedKeys();
  const log = () => [entry(1, 90, old), entry(2, 40, live)];
  const said = await sweep(log, { remove: false });
  const own = [keyOf(old), ...ownFilesOf(old)];
  const sizes = own.map((key) => statSync(path.join(folder, key)).size);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const parts = [{ part: 'account', releases: 1, files: 2, bytes }];
  expect(said).toEqual({ ok: true, unread: [], incomplete: [], parts });
  expect(await storedKeys()).toEqual(before);
  const part = { part: 'account', bytes: expect.any(Number) };
  expect(await sweep(log)).toMatchObject({ parts: [{ ...part, releases: 1, files: 0 }] });
  expect(await storedKeys()).toEqual(union(keysOf(live), filesOf(old), [tombOf(old)]));
  expect(await sweep(log)).toMatchObject({ parts: [] });
  expect(await sweep(log, A_DAY_LATER)).toMatchObject({
    parts: [{ ...part, releases: 0, files: 2 }],
  });
  expect(await storedKeys()).toEqual(keysOf(live).sort());
});

// @proves 7.632
test('knows a release that is published and promoted while it reads the log', async () => {
  await publish(live, 90);
  const next = makeRelease('account', 'next');
  const swept = await sweep(async () => {
    await publish(next, 0);
    return [entry(1, 90, live), entry(2, 0, next)];
  });
  expect(swept).toEqual({ ok: true, unread: [], incomplete: [], parts: [] });
});

// @proves 7.632
test.each([
  ['soon', {}],
  ['a day', A_DAY_LATER],
])(
  'puts a release back whose promotion ended after the sweep, when swept again after %s',
  async (_, when) => {
    for (const release of [live, old]) await publish(release, 90);
    await sweep(() => [entry(1, 90, live)]);
    const promoted = () => [entry(1, 90, live), entry(2, 0, old)];
    expect(await sweep(promoted, when)).toMatchObject({ ok: true, unread: [], incomplete: [] });
    expect(await storedKeys()).toEqual(expect.arrayContaining(union(keysOf(live), keysOf(old))));
  },
);

// @proves 7.244
test('removes the documents before any file, so that no document names a file that is gone', async () => {
  await publish(live, 90);
  await publish(old, 90);
  const removed: string[] = [];
  const { remove } = store;
  store = {
    ...store,
    async remove(key) {
      removed.push(key);
      await remove(key);
    },
  };
  await sweep(() => [entry(1, 90, live)]);
  await sweep(() => [entry(1, 90, live)], A_DAY_LATER);
  expect(removed.slice(0, 2)).toEqual([keyOf(old), tombOf(old)]);
  expect(removed.slice(2).sort()).toEqual(ownFilesOf(old).sort());
});

// @proves 7.244
test('puts a release back that is promoted while its document goes, and keeps its files', async () => {
  await publish(live, 90);
  await publish(old, 90);
  const before = await storedKeys();
  const bytes = await store.get(keyOf(old));
  let reads = 0;
  const swept = await sweep(() => {
    reads += 1;
    return reads === 1 ? [entry(1, 90, live)] : [entry(1, 90, live), entry(2, 0, old)];
  });
  expect(swept).toEqual({ ok: true, unread: [], incomplete: [], parts: [] });
  expect(await storedKeys()).toEqual(union(before, [tombOf(old)]));
  expect(await store.get(keyOf(old))).toEqual(bytes);
});

// @proves 7.244
test('keeps the old files of a release that is published meanwhile', async () => {
  await publish(live, 90);
  await publish(old, 90);
  const rebuilt = makeRelease('account', 'old', ['/account'], { committedAt: 1_795_000_001 });
  await sweep(() => [entry(1, 90, live)]);
  let reads = 0;
  await sweep(async () => {
    reads += 1;
    // Only its document is new: the store has its files.
    if (reads === 2) await put(keyOf(rebuilt), text(documentJson(rebuilt.document)), -1);
    return [entry(1, 90, live)];
  }, A_DAY_LATER);
  expect(await storedKeys()).toEqual(union(keysOf(live), keysOf(rebuilt)));
});

// @proves 7.245
test('names a release that is published while old files that it names are removed', async () => {
  await publish(live, 90);
  await publish(old, 90);
  const rebuilt = makeRelease('account', 'old', ['/account'], { committedAt: 1_795_000_001 });
  await sweep(() => [entry(1, 90, live)]);
  const { remove } = store;
  store = {
    ...store,
    async remove(key) {
      if (key.startsWith('files/'))
        await put(keyOf(rebuilt), text(documentJson(rebuilt.document)), 0);
      await remove(key);
    },
  };
  expect(await sweep(() => [entry(1, 90, live)], A_DAY_LATER)).toMatchObject({
    ok: true,
    incomplete: [keyOf(rebuilt)],
  });
});

// @proves 7.245
test('keeps all files of a part of which a needed document cannot be read, and says so', async () => {
  const other = makeRelease('mypage', 'live');
  const otherOld = makeRelease('mypage', 'old');
  for (const release of [live, old, other, otherOld]) await publish(release, 90);
  await put(keyOf(live), text('{"half'), 90);
  for (const when of [{}, A_DAY_LATER]) {
    const swept = await sweep(() => [entry(1, 90, live, other)], when);
    expect(swept).toMatchObject({ ok: true, unread: [keyOf(live)] });
  }
  expect(await storedKeys()).toEqual(union(keysOf(live), filesOf(old), keysOf(other)));
});

// @proves 7.245
test('takes a document under the key of another for one that cannot be read', async () => {
  for (const release of [live, old]) await publish(release, 90);
  await put(keyOf(live), text(documentJson(old.document)), 90);
  expect(await sweep(() => [entry(1, 90, live)])).toMatchObject({ unread: [keyOf(live)] });
});

// @proves 7.245
test('removes nothing from a store that lacks what is live, and nothing while nothing is live', async () => {
  await publish(old, 90);
  const before = await storedKeys();
  const empty = { environment: 'p', seq: 1, at: ago(90), state: { remotes: {}, teams: {} } };
  expect(await sweep(() => [entry(1, 90, live)])).toMatchObject({
    ok: false,
    refusal: { code: 'not-in-store', reason: expect.stringContaining(keyOf(live)) },
  });
  expect(await sweep(() => [empty])).toMatchObject({ refusal: { code: 'nothing-live' } });
  expect(await sweep(() => [])).toMatchObject({ refusal: { code: 'nothing-live' } });
  expect(await storedKeys()).toEqual(before);
});

// @proves 7.245
test('removes no file when the log cannot be read again', async () => {
  for (const release of [live, old]) await publish(release, 90);
  let reads = 0;
  const swept = sweep(() => {
    reads += 1;
    if (reads === 2) throw new Error('unreachable');
    return [entry(1, 90, live)];
  });
  await expect(swept).rejects.toThrow('unreachable');
  expect(await storedKeys()).toEqual(union(keysOf(live), filesOf(old), [tombOf(old)]));
  // The next sweep finishes.
  await sweep(() => [entry(1, 90, live)], A_DAY_LATER);
  expect(await storedKeys()).toEqual(keysOf(live).sort());
});
