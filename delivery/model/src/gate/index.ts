import { FRAME_PARTS, LOCALES, type MenuRow, OTHERS_ORDER_MIN } from '@portal/shared-contract';
import { type ReleaseDocument, segmentsOf } from '../document.ts';
import type { ReleaseRefusal } from '../log/refusal.ts';
import { targetOf } from '../target.ts';
import { budgetProblems } from './budget.ts';
import { isRemote, isShell, type LiveReleases, othersThan, title } from './live-releases.ts';
import { surfaceProblems } from './shared-surface.ts';

export {
  isRemote,
  isShell,
  type LiveReleases,
  readLiveReleases,
  versionsOf,
} from './live-releases.ts';

/** In the order in which a team reads them. */
const CHECKS = [
  extentProblems,
  fileProblems,
  routeProblems,
  menuProblems,
  surfaceProblems,
  budgetProblems,
];

/**
 * Whether a release may be promoted to what is live, as far as documents say it: all its problems, none if it may. The
 * server asks for each promotion, whatever a client says it has checked (docs/decisions/0037-gate.md).
 */
export const problemsOf = (candidate: ReleaseDocument, live: LiveReleases): ReleaseRefusal[] =>
  CHECKS.flatMap((check) => check(candidate, live));

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

/** How much of the page a release may take: it takes time to compose, and every member downloads it. */
const LIMITS: readonly [name: string, most: number, what: string, count: Count][] = [
  ['screensBytes', 20_000, 'bytes in its list of screens', ({ rows }) => jsonBytes(rows)],
  [
    'menuEntries',
    10,
    'entries of the side menu',
    // The bench's monolith has the rows of all remotes.
    (one) => (one.kind === 'monolith' ? 0 : rowsOf(one).filter(({ menu }) => menu).length),
  ],
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
  ['files', 1_000, 'files', ({ files }) => Object.keys(files).length],
  ['sharedBytes', 100_000, 'bytes in its lists of shared modules', sharedBytes],
];

export function extentProblems(candidate: ReleaseDocument): ReleaseRefusal[] {
  return LIMITS.filter(([, most, , count]) => count(candidate) > most).map(
    ([name, most, what, count]) => ({
      code: `extent.${name}`,
      reason: `The release has ${count(candidate).toLocaleString('en')} ${what}; ${most.toLocaleString('en')} are allowed.`,
      remedy: 'Use fewer or smaller ones, or make two remotes.',
    }),
  );
}

/** Every file that the document names for a purpose has its hash and size in `files`: no other is ever loaded. */
export function fileProblems(candidate: ReleaseDocument): ReleaseRefusal[] {
  const { scripts, styles, rows } = candidate;
  const named: (readonly [purpose: string, files: readonly string[]])[] = [
    ['scripts', scripts],
    ['styles', styles],
    ...Object.entries(rows).map(([path, { files, firstView }]) => {
      const ofView = firstView ? [firstView.ja, firstView.en, ...(firstView.files ?? [])] : [];
      return [`the row ${path}`, [...files, ...ofView]] as const;
    }),
    ...(candidate.kind === 'remote'
      ? []
      : [
          ['lazyShared', Object.values(candidate.lazyShared).flat()] as const,
          ['page', Object.values(candidate.page)] as const,
        ]),
  ];
  return named.flatMap(([purpose, files]) =>
    files
      .filter((file) => !Object.hasOwn(candidate.files, file))
      .map((file) => ({
        code: 'files.missing',
        reason: `${file}, of ${purpose}, has no hash and size in "files".`,
        remedy: 'Build the release again and publish the document that the build wrote.',
      })),
  );
}

/** Entries of the side menu lead to one address each, and stand in a group that has a name. */
export function menuProblems(candidate: ReleaseDocument, live: LiveReleases): ReleaseRefusal[] {
  // The bench's monolith has the rows of all remotes, and nobody else's title.
  if (candidate.kind === 'monolith') return [];
  const parts = [candidate, ...othersThan(candidate.name, live)];
  return Object.entries(candidate.rows).flatMap(([path, { menu }]): ReleaseRefusal[] => {
    if (!menu) return [];
    if (/[:*]/.test(path)) {
      return [
        {
          code: 'menu.parameter',
          reason: `The side menu cannot lead to ${path}, which has a parameter.`,
          remedy: 'Take the entry from this row, or give it to a screen with one address.',
        },
      ];
    }
    const { group } = menu;
    const beyond = frameProblem(candidate.name, path, menu);
    if (beyond) return [beyond];
    const isNamed = parts.some((part) => part.name === group && 'title' in part && part.title);
    if (group === undefined || isNamed) return [];
    return [
      {
        code: 'menu.group',
        reason: `The entry of ${path} in the side menu stands in the group ${group}, and no live remote of that name has a title.`,
        remedy: 'Name the remote whose title is the caption of the group, or leave the group out.',
      },
    ];
  });
}

const askOperator = (path: string) =>
  `Leave it out, or ask the operator to grant it for ${path} with \`menu\` in brand.json (docs/brand.md).`;

/** What a part that is not of the frame may not decide about the menu of everybody. */
function frameProblem(part: string, path: string, menu: MenuRow): ReleaseRefusal | undefined {
  if (FRAME_PARTS.includes(part)) return undefined;
  const { tab, order, group } = menu;
  const [code, asks] = tab
    ? ['menu.tab', 'a place in the navigation']
    : order !== undefined && order < OTHERS_ORDER_MIN
      ? ['menu.order', `a place before ${OTHERS_ORDER_MIN}`]
      : group !== undefined && group !== part
        ? ['menu.others-group', `a place in the group ${group}`]
        : [];
  if (!code) return undefined;
  return { code, reason: `The entry of ${path} asks for ${asks}.`, remedy: askOperator(path) };
}

/**
 * The routes of a candidate are written as the portal reads them, and clash with those of no other part that is live;
 * that they belong to its team is a matter of permissions. A part owns whole first segments, since an address below one
 * that no row has still shows that part's not-found page.
 */
export function routeProblems(candidate: ReleaseDocument, live: LiveReleases): ReleaseRefusal[] {
  return [...rowProblems(candidate), ...clashProblems(candidate, live)];
}

function rowProblems({ rows }: ReleaseDocument): ReleaseRefusal[] {
  const paths = Object.keys(rows);
  const problems: ReleaseRefusal[] = [];
  for (const path of paths) {
    if (path.includes('*') || path.startsWith('/:')) {
      problems.push({
        code: 'routes.pattern',
        reason: `The row ${path} would match addresses of other parts.`,
        remedy:
          'Begin the path with a segment of your own, and use only segments and parameters such as :id in it.',
      });
    }
    if (isReserved(path)) {
      problems.push({
        code: 'routes.reserved',
        reason: `The row ${path} is never shown: the portal answers this address, or ones below ${firstSegment(path)}, itself.`,
        remedy: 'Move the screen below another first segment.',
      });
    }
  }
  for (const same of Map.groupBy(paths, matched).values()) {
    if (same.length < 2) continue;
    problems.push({
      code: 'routes.twice',
      reason: `The rows ${same.join(' and ')} match the same addresses.`,
      remedy: 'Remove all but one of them, or give them different segments.',
    });
  }
  return problems;
}

/** Whether addresses below a row are no screens, asked of what the edges answer by, so that there is one list. */
export function isReserved(path: string): boolean {
  const own = folded(path).replace(/:[^/]+/g, 'a');
  const segment = firstSegment(own);
  return (
    LOCALES.some((locale) => segment === `/${locale}`) ||
    [segment, `${segment}/a`, own].some(
      (url) => targetOf({ method: 'GET', url, accept: 'text/html' }).kind !== 'screen',
    )
  );
}

function clashProblems(candidate: ReleaseDocument, live: LiveReleases): ReleaseRefusal[] {
  const others = othersThan(candidate.name, live);
  return segmentsOf(candidate).flatMap((segment) => {
    const other = others.find((one) =>
      segmentsOf(one).some((theirs) => folded(theirs) === folded(segment)),
    );
    if (!other) return [];
    return [
      {
        code: isShell(other) ? 'routes.shell' : 'routes.clash',
        reason: `${segment} has screens of ${title(other)}, which is live.`,
        remedy: `Move the screens below another first segment, or wait until no live release of ${other.name} has ${segment}. Its canary and its previous release count too, since a roll-back returns to it.`,
      },
    ];
  });
}

const firstSegment = (path: string): string => `/${path.split('/')[1] ?? ''}`;
/** The router does not tell upper case from lower case. */
const folded = (segment: string): string => segment.toLowerCase();
/** What a row's path matches: the names of parameters, case and slashes at the end do not count. */
const matched = (path: string): string =>
  folded(path)
    .replace(/\/+$/, '')
    .replace(/\/:[^/]+/g, '/:');
