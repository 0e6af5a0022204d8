import type { CardHeight } from '@portal/shared-contract';
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
  screensBytes: 20_000,
  /** Of the side menu. */
  menuEntries: 10,
  /** Of all its cards, on a phone or on a desktop, in CSS pixels. */
  cardsHeight: 800,
  firstViews: 10,
  /** Of the drawings of first views in both languages, uncompressed. */
  firstViewsBytes: 150_000,
  /** Of what stands in every page itself, uncompressed. */
  pageBytes: 150_000,
  /** Of scripts, styles and texts, which every visit to it names and loads. */
  startFiles: 40,
  /** That the page asks of the API at once for one screen. */
  earlyCalls: 8,
  files: 1_000,
  /** Of what it imports from the shell, or shares with remotes, as JSON: each promotion compares them. */
  sharedBytes: 100_000,
} as const;

type Limit = keyof typeof LIMITS;

const WORDS: Readonly<Record<Limit, string>> = {
  screens: 'screens',
  screensBytes: 'bytes in its list of screens',
  menuEntries: 'entries of the side menu',
  cardsHeight: 'pixels of cards on a phone or a desktop',
  firstViews: 'screens with a first view',
  firstViewsBytes: 'bytes in its first views',
  pageBytes: 'bytes that stand in every page',
  startFiles: 'files that start it',
  earlyCalls: 'early calls of one screen',
  files: 'files',
  sharedBytes: 'bytes in its lists of shared modules',
};

const REMEDIES: Readonly<Record<Limit, string>> = {
  screens: 'Use parameters such as :id in place of one row for each thing, or make two remotes.',
  menuEntries: 'Lead to fewer screens, and from those to the others.',
  cardsHeight: 'Make the cards lower, or leave slots to others.',
  screensBytes: 'Shorten paths and titles, and split screens into fewer files.',
  firstViews: 'Keep first views for the screens that a visit begins with.',
  firstViewsBytes: 'Draw less of the screen, or give fewer screens a first view.',
  pageBytes: 'Load what the page does not need at once from a file of its own.',
  startFiles: 'Let the build put them into fewer files, or behind an import().',
  earlyCalls: 'Start the calls that the first view needs; the loader asks for the others.',
  files: 'Split the remote into fewer files, or make two remotes.',
  sharedBytes: 'Import fewer names, or make two remotes.',
};

const heightOfCards = (cards: readonly { readonly height: CardHeight }[]): number =>
  Math.max(
    ...(['phone', 'desktop'] as const).map((size) =>
      cards.reduce((sum, { height }) => sum + height[size], 0),
    ),
  );

/**
 * A release takes no more of the page than its share. The sizes are those of the stored files, since a document
 * that says others is not published.
 */
export function extentProblems(candidate: ReleaseDocument): Problem[] {
  const { rows, files, scripts, styles } = candidate;
  const sizeOf = (names: readonly string[]) =>
    [...new Set(names)].reduce((sum, name) => sum + (files[name]?.size ?? 0), 0);
  const firstViews = Object.values(rows).flatMap(({ firstView }) => firstView ?? []);
  const found: Readonly<Record<Limit, number>> = {
    screens: Object.keys(rows).length,
    screensBytes: Buffer.byteLength(JSON.stringify(rows)),
    // The bench's monolith has the rows of all remotes.
    menuEntries:
      candidate.kind === 'monolith' ? 0 : Object.values(rows).filter(({ menu }) => menu).length,
    cardsHeight: isRemote(candidate) ? heightOfCards(Object.values(candidate.slots ?? {})) : 0,
    firstViews: firstViews.length,
    firstViewsBytes: firstViews.reduce((sum, { ja, en }) => sum + sizeOf([ja, en]), 0),
    pageBytes: isRemote(candidate) ? 0 : sizeOf(Object.values(candidate.page)),
    startFiles: scripts.length + styles.length,
    earlyCalls: Math.max(0, ...Object.values(rows).map(({ early = [] }) => early.length)),
    files: Object.keys(files).length,
    sharedBytes: Buffer.byteLength(
      JSON.stringify(
        isRemote(candidate)
          ? [candidate.imports, candidate.requires]
          : [candidate.exports, candidate.provides, candidate.lazyShared],
      ),
    ),
  };
  return (Object.keys(LIMITS) as Limit[])
    .filter((limit) => found[limit] > LIMITS[limit])
    .map((limit) => ({
      code: `extent.${limit}`,
      reason: `The release has ${found[limit].toLocaleString('en')} ${WORDS[limit]}; ${LIMITS[limit].toLocaleString('en')} are allowed.`,
      remedy: REMEDIES[limit],
    }));
}
