import type { ReleaseDocument } from '../document.ts';
import type { ReleaseRefusal } from '../log/refusal.ts';
import { isRemote } from './live-releases.ts';

type Count = (candidate: ReleaseDocument) => number;

/** The sizes are those of the stored files, since a document that says others is not published. */
const sizeOf = ({ files }: ReleaseDocument, names: readonly string[]) =>
  [...new Set(names)].reduce((sum, name) => sum + (files[name]?.size ?? 0), 0);
const jsonBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const rowsOf = ({ rows }: ReleaseDocument) => Object.values(rows);
const firstViewsOf = (candidate: ReleaseDocument) =>
  rowsOf(candidate).flatMap(({ firstView }) => firstView ?? []);

/** What a release imports from the shell, or shares with remotes: each promotion compares them. */
const sharedBytes: Count = (candidate) =>
  jsonBytes(
    isRemote(candidate)
      ? [candidate.imports, candidate.requires]
      : [candidate.exports, candidate.provides, candidate.lazyShared],
  );

/**
 * How much of the page one release may take. Composing and compressing the page takes time for all of it, and
 * every member downloads it, so that a release without a limit would slow down all others.
 */
const LIMITS: readonly [name: string, most: number, what: string, count: Count][] = [
  ['screens', 200, 'screens', (one) => rowsOf(one).length],
  ['screensBytes', 20_000, 'bytes in its list of screens', ({ rows }) => jsonBytes(rows)],
  [
    'menuEntries',
    10,
    'entries of the side menu',
    // The bench's monolith has the rows of all remotes.
    (one) => (one.kind === 'monolith' ? 0 : rowsOf(one).filter(({ menu }) => menu).length),
  ],
  ['firstViews', 10, 'screens with a first view', (one) => firstViewsOf(one).length],
  [
    'firstViewsBytes',
    150_000,
    'bytes in its first views',
    (one) => firstViewsOf(one).reduce((sum, { ja, en }) => sum + sizeOf(one, [ja, en]), 0),
  ],
  [
    'pageBytes',
    150_000,
    'bytes that stand in every page',
    (one) => (isRemote(one) ? 0 : sizeOf(one, Object.values(one.page))),
  ],
  [
    'startFiles',
    40,
    'files that start it',
    ({ scripts, styles }) => scripts.length + styles.length,
  ],
  [
    'earlyCalls',
    8,
    'early calls of one screen',
    (one) => Math.max(0, ...rowsOf(one).map(({ early = [] }) => early.length)),
  ],
  ['files', 1_000, 'files', ({ files }) => Object.keys(files).length],
  ['sharedBytes', 100_000, 'bytes in its lists of shared modules', sharedBytes],
];

/** A release takes no more of the page than its share. */
export const extentProblems = (candidate: ReleaseDocument): ReleaseRefusal[] =>
  LIMITS.filter(([, most, , count]) => count(candidate) > most).map(
    ([name, most, what, count]) => ({
      code: `extent.${name}`,
      reason: `The release has ${count(candidate).toLocaleString('en')} ${what}; ${most.toLocaleString('en')} are allowed.`,
      remedy: 'Use fewer or smaller ones, or make two remotes.',
    }),
  );
