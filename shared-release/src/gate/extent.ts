import type { ReleaseDocument } from '../document.ts';
import { isRemote } from './live-releases.ts';
import type { Problem } from './problem.ts';

/**
 * How much of the page one release may take. Composing and compressing the page takes time for all of it, and
 * every member downloads it, so that a release without a limit would slow down all others.
 */
const LIMITS = {
  screens: 200,
  /** Of the list of screens, as JSON. */
  screensBytes: 50_000,
  firstViews: 10,
  /** Of the drawings of first views in both languages, uncompressed. */
  firstViewsBytes: 150_000,
  /** Of what stands in every page itself, uncompressed. */
  pageBytes: 150_000,
} as const;

type Limit = keyof typeof LIMITS;

const WORDS: Readonly<Record<Limit, string>> = {
  screens: 'screens',
  screensBytes: 'bytes in its list of screens',
  firstViews: 'screens with a first view',
  firstViewsBytes: 'bytes in its first views',
  pageBytes: 'bytes that stand in every page',
};

const MENDS: Readonly<Record<Limit, string>> = {
  screens: 'Use parameters such as :id in place of one row for each thing, or make two remotes.',
  screensBytes: 'Shorten paths and titles, and split screens into fewer files.',
  firstViews: 'Keep first views for the screens that a visit begins with.',
  firstViewsBytes: 'Draw less of the screen, or give fewer screens a first view.',
  pageBytes: 'Load what the page does not need at once from a file of its own.',
};

/**
 * A release takes no more of the page than its share. The sizes are those of the stored files, since a document
 * that says others is not published.
 */
export function extentProblems(candidate: ReleaseDocument): Problem[] {
  const { rows, files } = candidate;
  const sizeOf = (names: readonly string[]) =>
    [...new Set(names)].reduce((sum, name) => sum + (files[name]?.size ?? 0), 0);
  const firstViews = Object.values(rows).flatMap(({ firstView }) => firstView ?? []);
  const found: Readonly<Record<Limit, number>> = {
    screens: Object.keys(rows).length,
    screensBytes: Buffer.byteLength(JSON.stringify(rows)),
    firstViews: firstViews.length,
    firstViewsBytes: firstViews.reduce((sum, { ja, en }) => sum + sizeOf([ja, en]), 0),
    pageBytes: isRemote(candidate) ? 0 : sizeOf(Object.values(candidate.page)),
  };
  return (Object.keys(LIMITS) as Limit[])
    .filter((limit) => found[limit] > LIMITS[limit])
    .map((limit) => ({
      code: `extent.${limit}`,
      reason: `The release has ${found[limit].toLocaleString('en')} ${WORDS[limit]}; ${LIMITS[limit].toLocaleString('en')} are allowed.`,
      mend: MENDS[limit],
    }));
}
