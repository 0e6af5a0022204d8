import { LOCALES } from '@portal/shared-contract';
import type { ReleaseDocument } from '../document.ts';
import type { ReleaseRefusal } from '../log/refusal.ts';
import { targetOf } from '../target.ts';
import { isShell, type LiveReleases, othersThan, title } from './live-releases.ts';

/**
 * The routes of a candidate are written as the portal reads them, and clash with those of no other part that is live;
 * that they belong to its team is a matter of permissions. A part owns whole first segments, since an address below one
 * that no row has still shows that part's not-found page.
 */
export function routeProblems(candidate: ReleaseDocument, live: LiveReleases): ReleaseRefusal[] {
  return [...rowProblems(candidate), ...clashProblems(candidate, live)];
}

function rowProblems({ rows, owns }: ReleaseDocument): ReleaseRefusal[] {
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
  const segments = [...new Set(paths.map(firstSegment))].sort();
  if (segments.join() !== [...new Set(owns)].sort().join()) {
    problems.push({
      code: 'routes.owns',
      reason: `"owns" says ${list(owns)}, but the rows begin with ${list(segments)}.`,
      remedy: 'Build the release again and publish the document that the build wrote.',
    });
  }
  return problems;
}

/**
 * Whether addresses of a row's first segment, or the row's own, are something else than a screen: asked of
 * what the edges answer by, so that both have one list. A prefix of a language is no segment.
 */
export function isReserved(path: string): boolean {
  const own = folded(path).replace(/:[^/]+/g, 'a');
  const segment = firstSegment(own);
  return (
    LOCALES.some((locale) => segment === `/${locale}`) ||
    [segment, `${segment}/a`, own].some(
      (url) => targetOf({ method: 'GET', url, accept: 'text/html' }, true).kind !== 'screen',
    )
  );
}

function clashProblems(candidate: ReleaseDocument, live: LiveReleases): ReleaseRefusal[] {
  const others = othersThan(candidate.name, live);
  return segmentsOf(candidate.rows).flatMap((segment) => {
    const other = others.find(({ rows }) =>
      segmentsOf(rows).some((theirs) => folded(theirs) === folded(segment)),
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

const segmentsOf = (rows: ReleaseDocument['rows']): string[] => [
  ...new Set(Object.keys(rows).map(firstSegment)),
];
const firstSegment = (path: string): string => `/${path.split('/')[1] ?? ''}`;
/** The router does not tell upper case from lower case. */
const folded = (segment: string): string => segment.toLowerCase();
/** What a row's path matches: the names of parameters, case and slashes at the end do not count. */
const matched = (path: string): string =>
  folded(path)
    .replace(/\/+$/, '')
    .replace(/\/:[^/]+/g, '/:');
const list = (segments: readonly string[]): string => segments.join(', ') || 'nothing';
