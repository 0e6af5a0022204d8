import { canonicalJson } from '../canonical-json.ts';
import type { ReleaseDocument } from '../document.ts';
import { type LiveReleases, title } from './live-releases.ts';
import type { Problem } from './problem.ts';

/** A version that is live stands for one content for ever. */
export function versionProblems(candidate: ReleaseDocument, live: LiveReleases): Problem[] {
  const { name, version } = candidate;
  const same = [...live.shells, ...Object.values(live.remotes).flat()].find(
    (document) => document.name === name && document.version === version,
  );
  if (!same || canonicalJson(same) === canonicalJson(candidate)) return [];
  return [
    {
      code: 'version.changed',
      reason: `${title(candidate)} is live already, with other content.`,
      remedy:
        'Build the release again: its version ends in a digest of the content. A version is never used twice.',
    },
  ];
}
