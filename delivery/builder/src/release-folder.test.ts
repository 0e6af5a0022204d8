import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeOnce } from './release-folder.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-releases-'));
});
afterAll(() => rm(folder, { recursive: true }));

// @proves 7.137
test('a file is written once, and never with other content', async () => {
  const file = join(folder, 'files/account/main.0123456789.js');
  await Promise.all(Array.from({ length: 8 }, () => writeOnce(file, Buffer.from('main()'))));
  await expect(writeOnce(file, Buffer.from('other()'))).rejects.toThrow(
    /exists with other content/,
  );
  expect(await readFile(file, 'utf8')).toBe('main()');
  // Nothing is left of how it was written.
  expect(await readdir(join(folder, 'files/account'))).toEqual(['main.0123456789.js']);
});
