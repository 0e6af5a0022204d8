import semver from 'semver';
import type { ReleaseDocument } from '../document.ts';
import type { ReleaseRefusal } from '../log/refusal.ts';
import { isRemote, type LiveReleases, title } from './live-releases.ts';

/**
 * No part takes the name of another, or of anything else in the browser's global scope: that of a remote follows
 * from its part, which is one team's, and nothing of browsers begins with `mfe_`.
 */
export function nameProblems(candidate: ReleaseDocument): ReleaseRefusal[] {
  const { name, federationName } = candidate;
  const global = isRemote(candidate) ? `mfe_${name.replaceAll('-', '_')}` : 'shell';
  if (federationName === global) return [];
  return [
    {
      code: 'name.federation',
      reason: `The federation name ${federationName} is not that of the part ${name}, and may be another's in the page.`,
      remedy: `Build the release with the federation name ${global}, from the folder mfe-${name}.`,
    },
  ];
}

/**
 * A release runs in every browser that a live shell runs in. Only a shell with a new major version may give some
 * up, since that is a decision about members and no side effect of a build (docs/browsers.md).
 */
export function browserProblems(candidate: ReleaseDocument, live: LiveReleases): ReleaseRefusal[] {
  return live.shells.flatMap((shell): ReleaseRefusal[] => {
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
