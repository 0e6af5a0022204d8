import * as fc from 'fast-check';
import * as v from 'valibot';
import { variantOf } from '../canary.ts';
import { EMPTY_STATE, type EnvironmentState, EnvironmentStateSchema, SLICES } from '../state.ts';
import { applyOperation, type Operation, OperationSchema } from './operations.ts';
import { PREVIEW_MINUTES_MAX } from './previews.ts';
import { isRefusal } from './refusal.ts';

const AT = '2026-11-22T10:00:00.000Z';
const by = { team: 'operator', token: 'root' };
const MOMENT = { seq: 1, at: AT, by };
const ALL_SLICES = Array.from({ length: SLICES }, (_, slice) => slice);
const V1 = '1.0.0+111111111111';
const V2 = '1.1.0+222222222222';
const V3 = '1.2.0+333333333333';

const promote = (part: string, version: string, share?: number): Operation => ({
  type: 'promote',
  part,
  version,
  withoutGate: 'A test.',
  ...(share !== undefined && { share }),
});

/** The state after the operations. @throws Error if one is refused */
function after(...operations: readonly Operation[]): EnvironmentState {
  let state = EMPTY_STATE;
  for (const operation of operations) {
    const outcome = applyOperation(state, operation, MOMENT);
    if (isRefusal(outcome)) throw new Error(outcome.reason);
    state = outcome;
  }
  return state;
}
const account = (...operations: readonly Operation[]) => after(...operations).remotes.account;

/** The code of the refusal of the last operation; undefined if it is not refused. */
function refusalAfter(...operations: readonly Operation[]): string | undefined {
  const last = operations.at(-1) as Operation;
  const outcome = applyOperation(after(...operations.slice(0, -1)), last, MOMENT);
  return isRefusal(outcome) ? outcome.code : undefined;
}

const kill: Operation = { type: 'kill', part: 'account', reason: 'It shows nothing.' };
const revive: Operation = { type: 'revive', part: 'account' };
const rollback: Operation = { type: 'rollback', part: 'account' };
const endCanary = (canary: string): Operation => ({ ...rollback, canary, reason: 'It fails.' });

const retire: Operation = { type: 'retire', part: 'account', reason: 'Nobody visits it.' };
const team = (name: string, parts: string[], segments: string[]): Operation => ({
  type: 'setTeam',
  name,
  parts,
  segments,
});
/** Two teams, of which one has a live part. */
const TEAMS = [
  team('blue', ['account', 'member'], ['/account', '/help']),
  team('red', ['hotel'], ['/hotel']),
  promote('account', V1),
] as const;

// @proves 7.650
test('a retired part has nothing live, no name of a team, and no way back', () => {
  for (const live of [[], [promote('account', V2, 10)], [kill]]) {
    const state = after(...TEAMS, ...live, retire);
    expect(state.remotes).toEqual({});
    expect(state.teams.blue).toMatchObject({ parts: ['member'], segments: ['/account', '/help'] });
  }
  expect(refusalAfter(...TEAMS, retire, rollback)).toBe('not-live');
  expect(refusalAfter(...TEAMS, retire, revive)).toBe('not-live');
  expect(refusalAfter(...TEAMS, retire, retire)).toBe('not-live');
  expect(refusalAfter(promote('shell', V1), { ...retire, part: 'shell' } as Operation)).toBe(
    'shell-needed',
  );
});

// @proves 7.800
test('the first release of a remote may be a canary, and the other browsers have no such remote', () => {
  const state = after(promote('account', V1, 10));
  const { canary, ...others } = state.remotes.account ?? {};
  expect(others).toEqual({ since: AT });
  expect(canary).toMatchObject({ version: V1, share: 10 });
  const inCanary = ALL_SLICES.filter((slice) => variantOf(state, slice).remotes.account);
  expect(inCanary).toHaveLength(26);
  expect(account(promote('account', V1, 10), promote('account', V1))).toEqual({
    stable: V1,
    since: AT,
  });
  expect(after(promote('account', V1, 10), rollback).remotes).toEqual({});
  expect(refusalAfter(promote('shell', V1, 10))).toBe('no-stable');
  const killed = after(promote('account', V1, 10), kill);
  expect(variantOf(killed, 0).remotes.account).toMatchObject({ version: V1, killed: true });
});

const setTeam = (name: string, more: Partial<Extract<Operation, { type: 'setTeam' }>> = {}) =>
  ({ type: 'setTeam', name, parts: [], segments: [], ...more }) satisfies Operation;

const REFUSED: readonly [code: string, ...operations: Operation[]][] = [
  ['already-live', promote('account', V1), promote('account', V1)],
  ['already-live', promote('account', V1), promote('account', V1, 10)],
  ['nothing-changes', promote('account', V1), promote('account', V2, 9), promote('account', V2, 9)],
  ['killed', promote('account', V1), kill, promote('account', V2, 10)],
  ['killed', promote('account', V1), kill, kill],
  ['not-killed', promote('account', V1), revive],
  ['not-live', rollback],
  ['not-live', { type: 'rollback', part: 'tostring' }],
  ['no-previous', promote('account', V1), rollback],
  // Who ends a canary does not return to the release before, if the canary is gone.
  ['no-such-canary', promote('account', V1), promote('account', V2), endCanary(V2)],
  ['no-such-canary', promote('account', V1), promote('account', V2, 9), endCanary(V3)],
  ['shell-needed', promote('shell', V1), { ...kill, part: 'shell' }],
  [
    'nothing-changes',
    { type: 'configure', configuration: 'a'.repeat(64) },
    { type: 'configure', configuration: 'a'.repeat(64) },
  ],
  ['nothing-changes', setTeam('blue')],
  ['name-reserved', setTeam('portal')],
  ['part-taken', setTeam('blue', { parts: ['a'] }), setTeam('red', { parts: ['b', 'a'] })],
  [
    'segment-taken',
    setTeam('blue', { segments: ['/my-page'] }),
    setTeam('red', { segments: ['/account', '/my-page'] }),
  ],
  ['name-reserved', setTeam('operator', { parts: ['a'] })],
  ['nothing-changes', setTeam('blue', { parts: ['a'] }), setTeam('blue', { parts: ['a'] })],
];

// @proves 6.23
test.each(REFUSED)('refuses as %s, with reason and remedy', (code, ...operations) => {
  expect(refusalAfter(...operations)).toBe(code);
});

const anyPart = fc.constantFrom('shell', 'account', 'mypage', 'tostring');
const anyVersion = fc.constantFrom(V1, V2, V3);
const anyPreview = fc.constantFrom('pr-1', 'pr-2', 'tostring');
const anyTeam = fc.constantFrom('blue', 'red', 'portal');
const anyOperation = fc.oneof(
  fc.record({
    type: fc.constant('promote' as const),
    part: anyPart,
    version: anyVersion,
    withoutGate: fc.constant('why'),
  }),
  fc.record({ type: fc.constant('promote' as const), part: anyPart, version: anyVersion }),
  fc.record({
    type: fc.constant('promote' as const),
    part: anyPart,
    version: anyVersion,
    withoutGate: fc.constant('why'),
    share: fc.integer({ min: 1, max: 100 }),
  }),
  fc.record({ type: fc.constant('passGate' as const), part: anyPart, version: anyVersion }),
  fc.record({ type: fc.constantFrom('rollback' as const, 'revive' as const), part: anyPart }),
  fc.record({ type: fc.constant('kill' as const), part: anyPart, reason: fc.constant('why') }),
  fc.record({ type: fc.constant('endPreview' as const), name: anyPreview }),
  fc.record({
    type: fc.constant('setPreview' as const),
    name: anyPreview,
    id: fc.constantFrom('a'.repeat(43), 'b'.repeat(43)),
    part: anyPart,
    version: anyVersion,
    minutes: fc.integer({ min: 1, max: PREVIEW_MINUTES_MAX }),
  }),
  fc.record({
    type: fc.constant('setTeam' as const),
    name: anyTeam,
    parts: fc.subarray(['account', 'mypage']),
    segments: fc.subarray(['/account', '/my-page']),
  }),
);

test('any operations in any order lead to a valid state, and change nothing of the one before', () => {
  fc.assert(
    fc.property(fc.array(anyOperation, { maxLength: 30 }), (operations) => {
      let state = EMPTY_STATE;
      for (const operation of operations) {
        const before = JSON.stringify(state);
        expect(v.is(OperationSchema, operation)).toBe(true);
        const outcome = applyOperation(state, operation, MOMENT);
        expect(JSON.stringify(state)).toBe(before);
        if (isRefusal(outcome)) {
          expect(outcome.reason).toMatch(/\.$|: /);
          expect(outcome.remedy).toMatch(/\.$/);
          continue;
        }
        state = outcome;
        expect(v.parse(EnvironmentStateSchema, JSON.parse(JSON.stringify(state)))).toEqual(state);
        const { teams } = state;
        const parts = Object.values(teams).flatMap((team) => team.parts);
        const segments = Object.values(teams).flatMap((team) => team.segments);
        expect(new Set(parts).size).toBe(parts.length);
        expect(new Set(segments).size).toBe(segments.length);
      }
    }),
  );
});
