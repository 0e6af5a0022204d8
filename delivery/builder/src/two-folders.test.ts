import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROOFS } from '@portal/server-testing/proofs';
import { copyTree, type TreeCopy } from './testing/tree-copy.ts';
import { remoteFolders } from './workspace/packages.ts';

/** All packages are built three times, so only `npm run proofs` does it. */
const proof = PROOFS ? describe : describe.skip;

proof('two folders with the same sources', () => {
  let one: TreeCopy;
  let two: TreeCopy;
  beforeAll(async () => {
    one = await copyTree('two-folders/one');
    two = await copyTree('two-folders/further/down/two');
    await one.build();
    await two.build();
  }, 600_000);
  afterAll(() => Promise.all([one.remove(), two.remove()]));

  // @proves 7.130 7.131
  test('give the same bytes, with cold caches', async () => {
    const [first, second] = [await one.releases(), await two.releases()];
    expect(first.size).toBeGreaterThan(200);
    expect([...second.keys()]).toEqual([...first.keys()]);
    const different = [...first].filter(([file, body]) => !second.get(file)?.equals(body));
    expect(different.map(([file]) => file)).toEqual([]);
    expect([...first.values()].some((body) => body.includes(one.folder))).toBe(false);
  });

  // @proves 7.132
  test('a changed line changes the addresses of the few files that contain it', async () => {
    const before = await one.document('mypage');
    const others = ['shell', ...remoteFolders().map((folder) => folder.replace('mfe-', ''))].filter(
      (name) => name !== 'mypage',
    );
    const versions = await Promise.all(others.map((name) => one.document(name)));
    const screen = join(one.folder, 'mfe-mypage/src/screens/my-page/notifications/index.tsx');
    const source = await readFile(screen, 'utf8');
    const changed = source.replace(
      /^export function Component\(.*$/m,
      "$&\n  document.title = '!';",
    );
    expect(changed).not.toBe(source);
    await writeFile(screen, changed);
    await one.build();

    const after = await one.document('mypage');
    const added = Object.keys(after.files).filter((file) => !(file in before.files));
    const bytes = (files: readonly string[]) =>
      files.reduce((sum, file) => sum + (after.files[file]?.brotli ?? 0), 0);
    expect(added.length).toBeGreaterThan(0);
    // The screen with its texts in both languages, and the entry, which names the files.
    expect(added.length).toBeLessThanOrEqual(4);
    expect(bytes(added)).toBeLessThanOrEqual(bytes(Object.keys(after.files)) / 10);
    const files = await one.releases();
    expect(await Promise.all(others.map((name) => one.document(name)))).toEqual(versions);
    // What open tabs still ask for is there.
    for (const file of Object.keys(before.files)) {
      expect(files.has(`/files/mypage/${file}`)).toBe(true);
    }
  });
});
