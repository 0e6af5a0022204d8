import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { folderStore } from './folder-store.ts';
import { s3Store } from './s3-store.ts';
import { type Store, StoreError } from './store.ts';
import { startS3Server } from './testing/s3-server.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = (found: Uint8Array | undefined) => found && Buffer.from(found).toString();

async function keysOf(store: Store, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.stored(prefix)) keys.push(key);
  return keys.sort();
}

const folders: string[] = [];
let s3: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(async () => {
  await s3.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

let stores = 0;
/** Each store is empty: a new folder, or a new prefix of the bucket. */
const KINDS: readonly [kind: string, open: () => Store][] = [
  [
    'a folder',
    () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'portal-store-'));
      folders.push(folder);
      return folderStore(folder);
    },
  ],
  [
    'a bucket',
    () => {
      stores += 1;
      return s3Store({ ...s3.setting, prefix: `tests/${stores}` }, { firstWaitMs: 1 });
    },
  ],
];

// @proves 7.110
describe.each(KINDS)('a store in %s', (_kind, open) => {
  let store: Store;
  beforeEach(() => {
    store = open();
  });

  test('has nothing under a key until something is stored', async () => {
    expect(await store.get('releases/account/1.0.0+0123456789ab.json')).toBeUndefined();
    await store.putIfAbsent(
      'releases/account/1.0.0+0123456789ab.json',
      bytes('{"name":"アカウント"}'),
    );
    expect(textOf(await store.get('releases/account/1.0.0+0123456789ab.json'))).toBe(
      '{"name":"アカウント"}',
    );
  });

  test('keeps what is stored first', async () => {
    await store.putIfAbsent('a/b', bytes('first'));
    expect(await store.putIfAbsent('a/b', bytes('third'))).toBe(false);
    expect(textOf(await store.get('a/b'))).toBe('first');
    expect(await store.putIfAbsent('a/c', bytes('new'))).toBe(true);
    expect(textOf(await store.get('a/c'))).toBe('new');
  });

  test('lets one of many writers at once have the key', async () => {
    const all = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const text = `writer ${n} ${'x'.repeat(50_000)}`;
        return { text, won: await store.putIfAbsent('files/one', bytes(text)) };
      }),
    );
    const winners = all.filter(({ won }) => won);
    expect(winners).toHaveLength(1);
    expect(textOf(await store.get('files/one'))).toBe(winners[0]?.text);
  });

  test('keeps the bytes of a file as they are, and empty files', async () => {
    const any = new Uint8Array(5000).map((_, index) => (index * 7919) % 256);
    await store.putIfAbsent('files/x.js', any);
    expect(Buffer.compare((await store.get('files/x.js')) ?? bytes(''), any)).toBe(0);
    await store.putIfAbsent('files/empty', bytes(''));
    expect((await store.get('files/empty'))?.length).toBe(0);
  });

  test('removes a value, once or again, and no other', async () => {
    for (const key of ['a/b', 'a/b.br', 'a/c+d']) await store.putIfAbsent(key, bytes(key));
    for (const key of ['a/b', 'a/c+d', 'a/b', 'never/stored', 'a']) await store.remove(key);
    expect(await store.get('a/b')).toBeUndefined();
    expect(await keysOf(store, '')).toEqual(['a/b.br']);
    expect(await store.putIfAbsent('a/c+d', bytes('again'))).toBe(true);
  });

  test.each([
    '',
    '/etc/passwd',
    '../outside',
    'a/../../outside',
    'a//b',
    'a/./b',
    'a/.hidden',
    'a\\b',
    'a\0b',
    'a/',
    '%2e%2e/x',
    'ü',
    'x'.repeat(300),
  ])('refuses the key %j', async (key) => {
    await expect(store.get(key)).rejects.toThrow(StoreError);
    await expect(store.putIfAbsent(key, bytes('x'))).rejects.toThrow(StoreError);
    await expect(store.remove(key)).rejects.toThrow(StoreError);
  });
});
