import type { EnvironmentState, Team } from '../state.ts';
import { type ReleaseRefusal, refusal } from './refusal.ts';

/** The team whose keys may do everything. */
export const OPERATOR = 'operator';
/** The portal itself, which rolls a broken canary back. It has no key that anybody could use. */
export const PORTAL = 'portal';

/** The team of this name. */
export const teamOf = (state: EnvironmentState, name: string): Team | undefined =>
  Object.hasOwn(state.teams, name) ? state.teams[name] : undefined;

/** 32 bytes in base64url. */
const ED25519_PUBLIC_KEY = /^[\w-]{43}$/;

type SetTeam = Team & { readonly name: string };

type TeamsOutcome =
  | { readonly ok: true; readonly teams: EnvironmentState['teams'] }
  | { readonly ok: false; readonly refusal: ReleaseRefusal };

/**
 * The teams after one was added or replaced. A part and a segment belong to one team, and a key id names
 * one key.
 */
export function applySetTeam(
  state: EnvironmentState,
  { name, keys, parts, segments }: SetTeam,
): TeamsOutcome {
  if (name === PORTAL) {
    return refused('name-reserved', `${name} is the portal itself.`, 'Choose another name.');
  }
  if (keys.some(({ x }) => !ED25519_PUBLIC_KEY.test(x))) {
    return refused(
      'malformed-key',
      'A key is not an Ed25519 public key.',
      'Give the public key as a JSON Web Key (RFC 8037), whose "x" has 43 characters.',
    );
  }
  const kids = keys.map(({ kid }) => kid);
  const twice = kids.find((kid, index) => kids.indexOf(kid) !== index);
  const others = Object.entries(state.teams).filter(([other]) => other !== name);
  for (const [other, team] of others) {
    const key = team.keys.find(({ kid }) => kids.includes(kid));
    if (key) {
      return refused(
        'key-taken',
        `The key ${key.kid} belongs to the team ${other}.`,
        'Make a key of its own for each team.',
      );
    }
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
  if (twice !== undefined) {
    return refused('key-taken', `The key ${twice} is named twice.`, 'Name each key once.');
  }
  const team = { keys, parts: sorted(parts), segments: sorted(segments) };
  const known = Object.hasOwn(state.teams, name) ? state.teams[name] : undefined;
  if (JSON.stringify(known) === JSON.stringify(team)) {
    return refused(
      'nothing-changes',
      'The state is as you ask for already.',
      'There is nothing to do.',
    );
  }
  return { ok: true, teams: { ...state.teams, [name]: team } };
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

/**
 * The teams after segments went from the team of a part to the team of another. A part without a team is the
 * operator's, whose segments no team has.
 */
export function moveSegments(
  { teams }: EnvironmentState,
  {
    segments,
    from,
    to,
  }: { readonly segments: readonly string[]; readonly from: string; readonly to: string },
): TeamsOutcome {
  const nameOf = (has: (team: Team) => boolean) =>
    Object.entries(teams).find(([, team]) => has(team))?.[0];
  const giver = nameOf(({ parts }) => parts.includes(from));
  const taker = nameOf(({ parts }) => parts.includes(to));
  for (const segment of segments) {
    const holder = nameOf((team) => team.segments.includes(segment));
    if (holder !== giver) {
      return refused(
        'not-its-segment',
        `The segment ${segment} belongs to ${titleOf(holder)}, and the part ${from} to ${titleOf(giver)}.`,
        'Name segments of the team that has the part, or let the operator set the teams first.',
      );
    }
  }
  const kept = Object.entries(teams).map(([name, team]) => {
    const own = team.segments.filter((segment) => name !== giver || !segments.includes(segment));
    return [
      name,
      { ...team, segments: name === taker ? sorted([...own, ...segments]) : own },
    ] as const;
  });
  return { ok: true, teams: Object.fromEntries(kept) };
}

const titleOf = (team: string | undefined) => (team === undefined ? 'no team' : `the team ${team}`);

const sorted = (names: readonly string[]) => [...new Set(names)].sort();

const refused = (...[code, reason, remedy]: Parameters<typeof refusal>): TeamsOutcome => ({
  ok: false,
  refusal: refusal(code, reason, remedy),
});
