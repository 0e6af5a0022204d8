import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { undefinedIfMissing } from '@portal/delivery-builder/workspace/undefined-if-missing';
import { refused } from '@portal/delivery-model/client/failure';
import type { ComposedVariant } from '@portal/delivery-model/page/compose-state';
import { servedBody } from '@portal/delivery-model/page/served-page';

/** Lists the variants; also what tells such a folder from any other. */
const LIST = 'variants.json';

/** Of which entry the pages are, and until when they are as the portal's own. */
type Pages = {
  readonly portal: string;
  readonly seq: number;
  readonly until: string | null;
};

type WrittenVariant = { readonly folder: string; readonly slices: readonly number[] };

/**
 * Writes the page of each variant into a folder of its own: the bodies by name, and `headers.json` with
 * the headers of each. The whole is written beside and then put in place, so that nobody uploads half of it.
 * @throws CommandFailure for a folder that has something else in it
 */
export async function writePages(
  folder: string,
  pages: Pages,
  variants: readonly ComposedVariant[],
): Promise<readonly WrittenVariant[]> {
  const before = await undefinedIfMissing(readdir(folder));
  if (before && before.length > 0 && !before.includes(LIST)) {
    throw refused(
      'folder-taken',
      `${folder} has files that are no composed page, among them ${before[0]}.`,
      'Name a new folder, or one that this command has written.',
    );
  }
  const work = `${folder}.${randomUUID()}`;
  const written = variants.map(({ key, slices }) => ({ folder: key, slices }));
  try {
    for (const { key, page } of variants) {
      await mkdir(path.join(work, key), { recursive: true });
      const headers = Object.fromEntries(
        Object.entries(page).map(([name, one]) => [name, one.headers]),
      );
      await writeFile(path.join(work, key, 'headers.json'), jsonText(headers));
      for (const [name, one] of Object.entries(page)) {
        const file = path.join(work, key, name);
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, await servedBody(one));
      }
    }
    await writeFile(path.join(work, LIST), jsonText({ ...pages, variants: written }));
    if (before) await rename(folder, `${work}.old`);
    await rename(work, folder);
  } finally {
    for (const rest of [work, `${work}.old`]) await rm(rest, { recursive: true, force: true });
  }
  return written;
}

const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
