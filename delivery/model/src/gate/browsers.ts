import semver from 'semver';
import type { ReleaseDocument } from '../document.ts';
import { isRemote, type LiveReleases, title } from './live-releases.ts';
import type { Problem } from './problem.ts';

/**
 * A release runs in every browser that a live shell runs in. Only a shell with a new major version may give some
 * up, since that is a decision about members and no side effect of a build (docs/browsers.md).
 */
export function browserProblems(candidate: ReleaseDocument, live: LiveReleases): Problem[] {
  return live.shells.flatMap((shell): Problem[] => {
    if (!isRemote(candidate) && semver.major(candidate.version) > semver.major(shell.version))
      return [];
    const lost = Object.entries(shell.browsers ?? {}).flatMap(([name, oldest]) => {
      const own = candidate.browsers?.[name];
      const isKept = own !== undefined && compareVersions(own, oldest) <= 0;
      return isKept ? [] : [`${name} ${oldest}`];
    });
    if (lost.length === 0) return [];
    return [
      {
        code: 'browsers.lost',
        reason: `${title(candidate)} does not say that it runs in ${lost.join(', ')}, in which ${title(shell)} runs.`,
        remedy:
          'Build it for the browsers of .browserslistrc as they are live. Only a shell of a new major version may give browsers up.',
      },
    ];
  });
}

/** Negative where the first is the older one: `16.4` is older than `16.10`. */
const compareVersions = (a: string, b: string): number =>
  a.localeCompare(b, 'en', { numeric: true });
