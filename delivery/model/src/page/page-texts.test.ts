import { createHash } from 'node:crypto';
import { PAGE_TEXTS, shellDocument } from '../testing/documents.ts';
import { readPageTexts } from './page-texts.ts';

const { page } = shellDocument();
const bodies = new Map(
  Object.entries(page).map(([part, file]) => [
    file,
    Buffer.from(PAGE_TEXTS[part as keyof typeof page] ?? ''),
  ]),
);
const read = async (file: string) => bodies.get(file) ?? Buffer.alloc(0);
const shell = shellDocument({
  files: Object.fromEntries(
    [...bodies].map(([file, body]) => [
      file,
      {
        integrity: `sha384-${createHash('sha384').update(body).digest('base64')}`,
        ...{ size: body.length, gzip: 9, brotli: 9, zstd: 9 },
      },
    ]),
  ),
});

// @proves 7.133
test("the texts of the page are read from the files of the shell's release", async () => {
  expect(await readPageTexts(shell, read)).toEqual(PAGE_TEXTS);
});

// @proves 7.133
test.each(Object.values(page))('%s is refused with a byte changed', async (changed) => {
  const broken = async (file: string) =>
    file === changed ? Buffer.concat([await read(file), Buffer.from(' ')]) : read(file);
  await expect(readPageTexts(shell, broken)).rejects.toThrow(/does not match its hash/);
});
