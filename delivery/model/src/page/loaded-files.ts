import { createHash } from 'node:crypto';
import type { ReleaseDocument } from '../document.ts';
import { isAsset } from '../store/file-type.ts';

/** As many digits as the build puts into the names of files. */
const HASH_DIGITS = 10;

/** The digits of a text's hash that the name of its file carries. */
export const hashInName = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, HASH_DIGITS);

/** The files of a release that the page loads: what stands in it is never loaded, and pictures and fonts load without it. */
export function loadedFiles(release: ReleaseDocument): Record<string, string> {
  const inPage = new Set([
    ...('page' in release ? Object.values(release.page) : []),
    ...Object.values(release.rows).flatMap(({ firstView }) =>
      firstView ? [firstView.ja, firstView.en] : [],
    ),
  ]);
  return Object.fromEntries(
    Object.entries(release.files)
      .filter(([name]) => !inPage.has(name) && !isAsset(name))
      .map(([name, { integrity }]) => [name, integrity]),
  );
}
