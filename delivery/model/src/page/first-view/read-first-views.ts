import type { ReleaseDocument } from '../../document.ts';
import { readText } from '../page-texts.ts';
import type { FirstViewTexts } from './first-view-pages.ts';

/**
 * Reads the first views of a release. One whose bytes are missing or not those of the release is left
 * out: the page shows the skeleton in its place.
 * @param read the bytes of a file of the release
 */
export async function readFirstViews(
  release: ReleaseDocument,
  read: (file: string) => Promise<Uint8Array>,
): Promise<FirstViewTexts> {
  const found = await Promise.all(
    Object.entries(release.rows).map(async ([path, { firstView }]) => {
      if (!firstView) return [];
      const [ja, en] = await Promise.all(
        [firstView.ja, firstView.en].map((file) =>
          readText(release, file, read).catch(() => undefined),
        ),
      );
      return ja === undefined || en === undefined ? [] : [[path, { ja, en }] as const];
    }),
  );
  return Object.fromEntries(found.flat());
}
