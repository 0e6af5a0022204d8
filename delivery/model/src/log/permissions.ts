import type { ReleaseDocument } from '../document.ts';
import type { Actor, EnvironmentState, Team } from '../state.ts';
import type { Operation } from './operations.ts';
import { type ReleaseRefusal, refusal } from './refusal.ts';
import { OPERATOR, PORTAL, teamOf } from './teams.ts';

/**
 * Why somebody may not do an operation; undefined if they may. The operator may do everything. A team may
 * promote, roll back, kill, revive and retire its own parts, with releases whose routes are within its segments,
 * move segments between them, and show releases in previews. The portal may end a canary, or let it grow.
 * @param rootKeys the ids of keys of the operator that are not in the state
 * @param document of the release that the operation makes live or shows, if there is one
 */
export function permissionRefusal(
  state: EnvironmentState,
  actor: Actor,
  operation: Operation,
  {
    rootKeys = [],
    document,
  }: {
    readonly rootKeys?: readonly string[];
    readonly document?: Pick<ReleaseDocument, 'owns' | 'rows'> | undefined;
  } = {},
): ReleaseRefusal | undefined {
  if (actor.team === PORTAL) {
    return endsCanary(operation) || operation.type === 'grow'
      ? undefined
      : refusal(
          'portal-only-canaries',
          'The portal itself may only end a canary or let it grow, and must say why.',
          'Sign as a team.',
        );
  }
  if (operation.type === 'grow') {
    return refusal(
      'portal-only',
      'Only the portal itself takes the next step of a canary.',
      'Promote the release for the share that you want.',
    );
  }
  if (actor.team === OPERATOR && rootKeys.includes(actor.kid)) return undefined;
  const team = teamOf(state, actor.team);
  if (!team?.keys.some(({ kid }) => kid === actor.kid)) {
    return refusal(
      'unknown-key',
      `The team ${actor.team} has no key ${actor.kid}.`,
      'Sign with a key that the operator has set for your team.',
    );
  }
  if (actor.team === OPERATOR) return undefined;
  if ('despiteFreeze' in operation && operation.despiteFreeze !== undefined) {
    return refusal(
      'operator-only',
      'Only the operator may release during a freeze.',
      'Ask the operator, or promote it without --despite-freeze when the freeze has ended.',
    );
  }
  if (operation.type === 'move') return movePermissionRefusal(team, actor.team, operation);
  // It ends what is the team's own, and nothing else.
  if (operation.type === 'endPreview') return undefined;
  if (!('part' in operation)) {
    return refusal(
      'operator-only',
      `Only the operator may do this (${operation.type}).`,
      'Ask the operator.',
    );
  }
  const partRefusal = partPermissionRefusal(team, actor.team, operation.part);
  if (partRefusal || !document) return partRefusal;
  const foreign = segmentsOf(document).filter((segment) => !team.segments.includes(segment));
  if (foreign.length === 0) return undefined;
  return refusal(
    'not-your-segment',
    `The release has routes below ${foreign.join(', ')}, which the team ${actor.team} does not own.`,
    'Take these routes out of the release, or ask the operator for the segment.',
  );
}

/** A roll-back that cannot return to an older stable release, with its reason. */
const endsCanary = (operation: Operation): boolean =>
  operation.type === 'rollback' && operation.canary !== undefined && operation.reason !== undefined;

/** Of the routes themselves: what the document says that it owns is only what its team says. */
function segmentsOf({ owns, rows }: Pick<ReleaseDocument, 'owns' | 'rows'>): string[] {
  const ofRows = Object.keys(rows).map((path) => `/${path.split('/')[1] ?? ''}`);
  return [...new Set([...owns, ...ofRows])];
}

/** Why a team may not change a part; undefined if it may. */
export function partPermissionRefusal(
  { parts }: Pick<Team, 'parts'>,
  name: string,
  part: string,
): ReleaseRefusal | undefined {
  if (parts.includes(part)) return undefined;
  return refusal(
    'not-your-part',
    `The part ${part} does not belong to the team ${name}.`,
    `Change only your own parts: ${parts.join(', ') || 'none so far'}.`,
  );
}

/** Segments that leave a team are given by the operator, as `setTeam` gives them. */
function movePermissionRefusal(
  { parts }: Pick<Team, 'parts'>,
  name: string,
  { from, to }: Extract<Operation, { type: 'move' }>,
): ReleaseRefusal | undefined {
  if (parts.includes(from) && parts.includes(to)) return undefined;
  return refusal(
    'operator-only',
    `Only the operator may move segments from ${from} to ${to}, since not both belong to the team ${name}.`,
    'Ask the operator.',
  );
}
