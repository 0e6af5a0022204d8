import { LINKED_SEGMENTS } from '@portal/shared-contract/linked-paths';
import type { ReleaseDocument } from '../document.ts';
import type { Operation } from '../log/operations.ts';
import { title } from './live-releases.ts';
import type { Problem } from './problem.ts';

/** An operation after which a part has fewer segments, or none. */
export type Departure = Extract<Operation, { type: 'move' | 'retire' }>;

type Owner = Pick<ReleaseDocument, 'name' | 'version' | 'owns'>;

/**
 * Whether each address has an owner after a part was retired or gave segments away: what moves is in the release
 * that gets it, and nothing that the portal leads to is left without screens.
 * @param before the stable release of the part that goes or gives, if it can be read
 * @param taker the release that gets the segments
 */
export function departureProblems(
  operation: Departure,
  before: Owner | undefined,
  taker?: Owner,
): Problem[] {
  const owned = before?.owns ?? [];
  if (operation.type === 'retire') {
    const linked = owned.filter((segment) => LINKED_SEGMENTS.some((one) => one === segment));
    if (linked.length === 0) return [];
    return [
      {
        code: 'departure.linked',
        reason: `Mails or other screens of the portal lead to ${linked.join(', ')}, which only ${operation.part} has.`,
        remedy: `Move these segments to another part: portal move ${operation.part} <part> <version> --segment ${linked[0]}`,
      },
    ];
  }
  const { segments, from, remaining } = operation;
  const missing = taker ? segments.filter((segment) => !taker.owns.includes(segment)) : [];
  const left = remaining === undefined ? owned.filter((one) => !segments.includes(one)) : [];
  return [
    ...(taker && missing.length > 0
      ? [
          {
            code: 'departure.missing',
            reason: `${title(taker)} has no screens below ${missing.join(', ')}.`,
            remedy: 'Publish a release that has them, and name its version.',
          },
        ]
      : []),
    ...(left.length > 0
      ? [
          {
            code: 'departure.left',
            reason: `${from} has screens below ${left.join(', ')} too, which would have no part.`,
            remedy: `Name these segments too, or keep ${from} with a release without what moves: --remaining <version>`,
          },
        ]
      : []),
  ];
}
