import { FRAME_PARTS, type MenuRow, OTHERS_ORDER_MIN } from '@portal/shared-contract';
import type { ReleaseDocument } from '../document.ts';
import type { ReleaseRefusal } from '../log/refusal.ts';
import { type LiveReleases, othersThan } from './live-releases.ts';

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
