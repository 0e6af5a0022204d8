import { type ReleaseDocument, segmentsOf } from '../document.ts';
import type { EnvironmentState, Team } from '../state.ts';
import type { Operation } from './operations.ts';
import { type ReleaseRefusal, refusal } from './refusal.ts';
import { OPERATOR, PORTAL, teamOf } from './teams.ts';

/**
 * Why somebody may not do an operation; undefined if they may. The operator may do everything. A team may
 * promote, roll back, kill, revive and retire its own parts, with releases whose routes are within its segments,
 * and show releases in previews. The portal may end a canary, or let it grow.
 */
export function permissionRefusal(
  state: EnvironmentState,
  name: string,
  operation: Operation,
  document?: Pick<ReleaseDocument, 'rows'>,
): ReleaseRefusal | undefined {
  if (name === PORTAL) {
    return endsCanary(operation) || operation.type === 'grow'
      ? undefined
      : refusal(
          'portal-only-canaries',
          'The portal itself may only end a canary or let it grow, and must say why.',
          'Act as a team.',
        );
  }
  if (operation.type === 'grow') {
    return refusal(
      'portal-only',
      'Only the portal itself takes the next step of a canary.',
      'Promote the release for the share that you want.',
    );
  }
  if (name === OPERATOR) return undefined;
  const team = teamOf(state, name);
  if (!team) {
    return refusal(
      'unknown-team',
      `The team ${name} owns nothing.`,
      'Let the operator set what it owns with `portal team set`.',
    );
  }
  // It ends what is the team's own, and nothing else.
  if (operation.type === 'endPreview') return undefined;
  if (!('part' in operation)) {
    return refusal(
      'operator-only',
      `Only the operator may do this (${operation.type}).`,
      'Ask the operator.',
    );
  }
  const partRefusal = partPermissionRefusal(team, name, operation.part);
  if (partRefusal || !document) return partRefusal;
  const foreign = segmentsOf(document).filter((segment) => !team.segments.includes(segment));
  if (foreign.length === 0) return undefined;
  return refusal(
    'not-your-segment',
    `The release has routes below ${foreign.join(', ')}, which the team ${name} does not own.`,
    'Take these routes out of the release, or ask the operator for the segment.',
  );
}

/** A roll-back that cannot return to an older stable release, with its reason. */
const endsCanary = (operation: Operation): boolean =>
  operation.type === 'rollback' && operation.canary !== undefined && operation.reason !== undefined;

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
