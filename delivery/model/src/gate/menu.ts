import type { ReleaseDocument } from '../document.ts';
import { type LiveReleases, othersThan } from './live-releases.ts';
import type { Problem } from './problem.ts';

/** Entries of the side menu lead to one address each, and stand in a group that has a name. */
export function menuProblems(candidate: ReleaseDocument, live: LiveReleases): Problem[] {
  // The bench's monolith has the rows of all remotes, and nobody else's title.
  if (candidate.kind === 'monolith') return [];
  const parts = [candidate, ...othersThan(candidate.name, live)];
  return Object.entries(candidate.rows).flatMap(([path, { menu }]): Problem[] => {
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
