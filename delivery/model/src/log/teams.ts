import type { EnvironmentState, Team } from '../state.ts';
import { NOTHING_CHANGES, type ReleaseRefusal, refusal } from './refusal.ts';

/** The team whose tokens may do everything. */
export const OPERATOR = 'operator';
/** The portal itself, which rolls a broken canary back. It has no token that anybody could use. */
export const PORTAL = 'portal';

export const teamOf = (state: EnvironmentState, name: string): Team | undefined =>
  Object.hasOwn(state.teams, name) ? state.teams[name] : undefined;

type SetTeam = Team & { readonly name: string };

export function applySetTeam(
  state: EnvironmentState,
  { name, parts, segments }: SetTeam,
): EnvironmentState | ReleaseRefusal {
  if (name === PORTAL || name === OPERATOR) {
    return refusal('name-reserved', `${name} may change everything.`, 'Choose another name.');
  }
  const { [name]: _before, ...others } = state.teams;
  for (const [other, team] of Object.entries(others)) {
    for (const [what, taken] of [
      ['part', team.parts.find((one) => parts.includes(one))],
      ['segment', team.segments.find((one) => segments.includes(one))],
    ] as const) {
      if (taken === undefined) continue;
      return refusal(
        `${what}-taken`,
        `The ${what} ${taken} belongs to the team ${other}.`,
        `Take it out of the ${what}s of ${other} first.`,
      );
    }
  }
  const isGone = parts.length === 0 && segments.length === 0;
  const team = isGone ? undefined : { parts: sorted(parts), segments: sorted(segments) };
  if (JSON.stringify(teamOf(state, name)) === JSON.stringify(team)) {
    return NOTHING_CHANGES;
  }
  return { ...state, teams: team ? { ...others, [name]: team } : others };
}

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
