import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, constants, zstdDecompressSync } from 'node:zlib';
import { fileKey, type ReleaseDocument } from '../document.ts';
import { folderStore } from '../store/folder-store.ts';
import type { Store } from '../store/store.ts';
import { makeRelease } from '../testing/release.ts';
import {
  availableDictionary,
  DELTA_HEADER_BYTES,
  deltaKey,
  dictionaryHeader,
  storeDeltas,
} from './index.ts';

let folder: string;
let store: Store;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-deltas-'));
  store = folderStore(folder);
});
afterEach(() => rmSync(folder, { recursive: true }));

const sha = (algorithm: string, text: string) => createHash(algorithm).update(text);
const WORDS = ['passport', 'member', 'return', 'const', 'hotel', 'function', 'title', 'screen'];

/** Text that compresses about as scripts do. @param seed the same gives the same */
function scriptText(seed: string, lines: number): string {
  const line = (_: unknown, n: number) => {
    const bytes = sha('sha256', `${seed} ${n}`).digest();
    const words = [...bytes.subarray(0, 6)].map((byte) => WORDS[byte % WORDS.length]);
    return `${words.join(' ')} ${bytes.toString('hex').slice(0, 16)};`;
  };
  return Array.from({ length: lines }, line).join('\n');
}

const nameOf = (role: string, text: string, ending = 'js') =>
  `${role}.${sha('sha256', text).digest('hex').slice(0, 10)}.${ending}`;

/** Stores a release with the files of these roles, and gives its document. */
async function release(texts: Readonly<Record<string, string>>): Promise<ReleaseDocument> {
  const files: ReleaseDocument['files'] = {};
  for (const [role, text] of Object.entries(texts)) {
    const [name = '', ending] = role.split('.');
    const file = nameOf(name, text, ending);
    const body = Buffer.from(text);
    const brotli = brotliCompressSync(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }).length;
    const integrity = `sha384-${sha('sha384', text).digest('base64')}`;
    files[file] = { integrity, size: body.length, gzip: brotli, brotli, zstd: brotli };
    await store.putIfAbsent(fileKey('account', file), body);
  }
  return makeRelease('account', '', ['/account'], { files }).document;
}

/** The deltas of a release: by its file, the digits of the dictionaries. */
async function deltas(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.list(fileKey('account', ''))) {
    if (key.endsWith('.dcz')) keys.push(key);
  }
  return keys.sort();
}

const fileOf = ({ files }: ReleaseDocument, role: string) =>
  Object.keys(files).find((file) => file.startsWith(`${role}.`)) ?? '';
const hashOf = (file: string) => file.split('.').at(-2) ?? '';

// @proves 7.202
test('one changed line of a remote costs at most one percent of it', async () => {
  const screens = Object.fromEntries(
    Array.from({ length: 20 }, (_, n) => [`${100 + n}`, scriptText(`screen ${n}`, 150)]),
  );
  const entryOf = (screen: string) =>
    `${scriptText('entry', 50)}"${nameOf('107', screen)}"${scriptText('rest', 50)}`;
  const one = await release({ ...screens, entry: entryOf(`${screens[107]}`) });
  const changed = `${screens[107]?.replace('title', 'headline')}`;
  const two = await release({ ...screens, 107: changed, entry: entryOf(changed) });
  expect(await storeDeltas(store, two, [one])).toBe(2);

  const whole = Object.values(two.files).reduce((sum, { brotli }) => sum + brotli, 0);
  const sizes = await Promise.all(
    (await deltas()).map(async (key) => (await store.get(key))?.length ?? 0),
  );
  expect(sizes).toHaveLength(2);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(whole / 100);
});

// @proves 7.201
test('a delta names its dictionary, and gives the file', async () => {
  const text = scriptText('main', 100);
  const one = await release({ main: text });
  const two = await release({ main: `${text}\nstart();` });
  await storeDeltas(store, two, [one]);
  const key = deltaKey('account', fileOf(two, 'main'), hashOf(fileOf(one, 'main')));
  const delta = (await store.get(key)) ?? new Uint8Array();
  expect(availableDictionary(delta)).toBe(`:${sha('sha256', text).digest('base64')}:`);
  const dictionary = Buffer.from(text);
  const frame = delta.subarray(DELTA_HEADER_BYTES);
  expect(zstdDecompressSync(frame, { dictionary }).toString()).toBe(`${text}\nstart();`);
});

test('what is no delta names no dictionary', () => {
  expect(availableDictionary(new Uint8Array(8))).toBeUndefined();
  expect(availableDictionary(new Uint8Array(DELTA_HEADER_BYTES))).toBeUndefined();
});

// @proves 7.201
test('there is one for each earlier release in which the file was another', async () => {
  const text = scriptText('main', 100);
  const one = await release({ main: text });
  const two = await release({ main: `${text}2` });
  const same = await release({ main: `${text}2`, other: scriptText('other', 5) });
  const three = await release({ main: `${text}3` });
  expect(await storeDeltas(store, three, [same, two, one])).toBe(2);
  const key = (of: ReleaseDocument) =>
    deltaKey('account', fileOf(three, 'main'), hashOf(fileOf(of, 'main')));
  expect(await deltas()).toEqual([key(one), key(two)].sort());
  expect(await storeDeltas(store, three, [same, two, one])).toBe(0);
});

// @proves 7.201
test('there is none for a file that did not change, is new, or became another one', async () => {
  const [same, old] = [scriptText('same', 50), scriptText('old', 50)];
  const one = await release({ same, main: old, page: old, 'styles.css': old });
  const changed = scriptText('changed', 50);
  const two = await release({ same, main: changed, page2: old, 'styles.js': `${old}x` });
  expect(await storeDeltas(store, two, [one])).toBe(0);
  expect(await deltas()).toEqual([]);
});

test('a dictionary that was swept away is left out', async () => {
  const text = scriptText('main', 50);
  const one = await release({ main: text });
  rmSync(path.join(folder, fileKey('account', fileOf(one, 'main'))));
  const two = await release({ main: `${text}2` });
  expect(await storeDeltas(store, two, [one])).toBe(0);
});

test('a server that ends makes no further delta', async () => {
  const text = scriptText('main', 50);
  const one = await release({ main: text });
  const two = await release({ main: `${text}2` });
  expect(await storeDeltas(store, two, [one], AbortSignal.abort())).toBe(0);
});

// @proves 7.200
test.each([
  ['main.4f2a90c1d5.js', 'match="main.*.js", id="4f2a90c1d5"'],
  ['catalog-ja.4f2a90c1d5.js', 'match="catalog-ja.*.js", id="4f2a90c1d5"'],
  ['styles.4f2a90c1d5.css', 'match="styles.*.css", id="4f2a90c1d5"'],
  ['skeleton.4f2a90c1d5.txt', undefined],
  ['photo.4f2a90c1d5.webp', undefined],
])('%s is a dictionary with %s', (file, header) => {
  expect(dictionaryHeader(file)).toBe(header);
});
