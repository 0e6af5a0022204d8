import type { EnvironmentState, Team } from '../state.ts';
import { changed, nothingChanges, type Outcome, refused } from './refusal.ts';

/** The team whose tokens may do everything. */
export const OPERATOR = 'operator';
/** The portal itself, which rolls a broken canary back. It has no token that anybody could use. */
export const PORTAL = 'portal';

/** The team of this name. */
export const teamOf = (state: EnvironmentState, name: string): Team | undefined =>
  Object.hasOwn(state.teams, name) ? state.teams[name] : undefined;

type SetTeam = Team & { readonly name: string };

/** The state after a team was added, replaced, or left without anything. A part and a segment belong to one team. */
export function applySetTeam(state: EnvironmentState, { name, parts, segments }: SetTeam): Outcome {
  if (name === PORTAL || name === OPERATOR) {
    return refused('name-reserved', `${name} may change everything.`, 'Choose another name.');
  }
  const { [name]: _before, ...others } = state.teams;
  for (const [other, team] of Object.entries(others)) {
    const part = team.parts.find((taken) => parts.includes(taken));
    if (part) {
      return refused(
        'part-taken',
        `The part ${part} belongs to the team ${other}.`,
        `Take it out of the parts of ${other} first.`,
      );
    }
    const segment = team.segments.find((taken) => segments.includes(taken));
    if (segment) {
      return refused(
        'segment-taken',
        `The segment ${segment} belongs to the team ${other}.`,
        `Take it out of the segments of ${other} first.`,
      );
    }
  }
  const isGone = parts.length === 0 && segments.length === 0;
  const team = isGone ? undefined : { parts: sorted(parts), segments: sorted(segments) };
  if (JSON.stringify(teamOf(state, name)) === JSON.stringify(team)) {
    return nothingChanges();
  }
  return changed({ ...state, teams: team ? { ...others, [name]: team } : others });
}

/** The teams without the name of a part, which the operator can give to any of them again. */
export const withoutPartOfTeam = (
  teams: EnvironmentState['teams'],
  part: string,
): EnvironmentState['teams'] =>
  Object.fromEntries(
    Object.entries(teams).map(([name, team]) => [
      name,
      { ...team, parts: team.parts.filter((own) => own !== part) },
    ]),
  );

const sorted = (names: readonly string[]) => [...new Set(names)].sort();
