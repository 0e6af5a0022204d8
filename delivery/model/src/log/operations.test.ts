import * as fc from 'fast-check';
import * as v from 'valibot';
import { EMPTY_STATE, type EnvironmentState, EnvironmentStateSchema } from '../state.ts';
import { applyOperation, type Operation, OperationSchema } from './operations.ts';
import { PREVIEW_MINUTES_MAX } from './previews.ts';
import { makeKey } from './testing/keys.ts';

const AT = '2026-11-22T10:00:00.000Z';
const by = { team: 'operator', kid: 'root' };
const MOMENT = { seq: 1, at: AT, by };
const V1 = '1.0.0+111111111111';
const V2 = '1.1.0+222222222222';
const V3 = '1.2.0+333333333333';

const promote = (part: string, version: string, share?: number): Operation => ({
  type: 'promote',
  part,
  version,
  ...(share !== undefined && { share }),
});

/** The state after the operations. @throws Error if one is refused */
function after(...operations: readonly Operation[]): EnvironmentState {
  let state = EMPTY_STATE;
  for (const operation of operations) {
    const outcome = applyOperation(state, operation, MOMENT);
    if (!outcome.ok) throw new Error(outcome.refusal.reason);
    state = outcome.state;
  }
  return state;
}
const account = (...operations: readonly Operation[]) => after(...operations).remotes.account;

/** The code of the refusal of the last operation; undefined if it is not refused. */
function refusalAfter(...operations: readonly Operation[]): string | undefined {
  const last = operations.at(-1) as Operation;
  const outcome = applyOperation(after(...operations.slice(0, -1)), last, MOMENT);
  return outcome.ok ? undefined : outcome.refusal.code;
}

const kill: Operation = { type: 'kill', part: 'account', reason: 'It shows nothing.' };
const revive: Operation = { type: 'revive', part: 'account' };
const rollback: Operation = { type: 'rollback', part: 'account' };
const endCanary = (canary: string): Operation => ({ ...rollback, canary, reason: 'It fails.' });

test('promotes to all browsers, and keeps what was live before', () => {
  expect(account(promote('account', V1))).toEqual({ stable: V1, since: AT });
  expect(account(promote('account', V1), promote('account', V2))).toEqual({
    stable: V2,
    since: AT,
    previous: V1,
  });
});

const together = (...releases: readonly [part: string, version: string][]): Operation => ({
  type: 'promoteTogether',
  releases: releases.map(([part, version]) => ({ part, version })),
});

test('promotes to a share as canary, whose slices stay when the share grows', () => {
  const small = account(promote('account', V1), promote('account', V2, 10));
  expect(small).toMatchObject({ stable: V1, canary: { version: V2, share: 10 } });
  const grown = account(
    promote('account', V1),
    promote('account', V2, 10),
    promote('account', V2, 60),
  );
  expect(grown?.canary).toEqual({ ...small?.canary, share: 60 });
  const other = account(promote('account', V1), promote('account', V3, 10));
  expect(other?.canary?.offset).not.toBe(small?.canary?.offset);
});

test('rolls back the canary first, and then to the release before', () => {
  const two = [promote('account', V1), promote('account', V2)];
  expect(account(...two, promote('account', V3, 5), rollback)).toEqual({
    stable: V2,
    since: AT,
    previous: V1,
  });
  expect(account(...two, rollback)).toEqual({ stable: V1, since: AT });
  // A second roll-back does not return to what was broken.
  expect(refusalAfter(...two, rollback, rollback)).toBe('no-previous');
});

const retire: Operation = { type: 'retire', part: 'account', reason: 'Nobody visits it.' };
const move = (changes: Partial<Extract<Operation, { type: 'move' }>> = {}): Operation => ({
  type: 'move',
  segments: ['/account'],
  from: 'account',
  to: 'member',
  version: V2,
  ...changes,
});
const team = (name: string, parts: string[], segments: string[]): Operation => ({
  type: 'setTeam',
  name,
  keys: [makeKey(name).publicKey],
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

/** A canary of a part that has to be one for half an hour, after these minutes. */
function canaryFor(minutes: number) {
  const rule: Operation = { type: 'setPolicy', parts: ['*'], rule: { canaryMinutes: 30 } };
  const state = after(promote('account', V1), rule, promote('account', V2, 10));
  const later = new Date(Date.parse(AT) + minutes * 60_000).toISOString();
  return (operation: Operation) => {
    const outcome = applyOperation(state, operation, { seq: 4, at: later, by });
    return outcome.ok ? outcome.state.remotes.account : outcome.refusal.code;
  };
}

// @proves 7.653
test('a release is a canary for the time that the policy demands', () => {
  const young = canaryFor(29);
  expect(young(promote('account', V2))).toBe('canary-needed');
  expect(young(promote('account', V2, 256))).toBe('canary-needed');
  expect(young(promote('account', V3))).toBe('canary-needed');
  expect(young(together(['account', V2]))).toBe('canary-needed');
  expect(young(move({ from: 'account', to: 'other', remaining: V3 }))).toBe('canary-needed');
  // It grows to half, and keeps its beginning.
  expect(young(promote('account', V2, 128))).toMatchObject({ canary: { share: 128, since: AT } });
  expect(young(rollback)).toEqual({ stable: V1, since: AT });
  expect(young(promote('account', V1))).toMatchObject({ stable: V1 });
  const old = canaryFor(30);
  expect(old(promote('account', V2))).toMatchObject({ stable: V2, previous: V1 });
  expect(old(promote('account', V2, 200))).toMatchObject({ canary: { share: 200, since: AT } });
  expect(old(promote('account', V3))).toBe('canary-needed');
});

const STEPS = { shares: [64, 256], minutes: 30 };
const growing: Operation = {
  type: 'promote',
  part: 'account',
  version: V2,
  share: 13,
  growth: STEPS,
};
const grow = (share: number, changes: Partial<Extract<Operation, { type: 'grow' }>> = {}) =>
  ({
    type: 'grow',
    part: 'account',
    canary: V2,
    under: 1,
    share,
    reason: 'It loads.',
    ...changes,
  }) satisfies Operation;

/** The part, or the code of a refusal, after this operation some minutes later. */
function laterBy(state: EnvironmentState, minutes: number, operation: Operation) {
  const at = new Date(Date.parse(AT) + minutes * 60_000).toISOString();
  const outcome = applyOperation(state, operation, { seq: 2, at, by });
  return outcome.ok ? { at, state: outcome.state } : { at, code: outcome.refusal.code };
}

// @proves 7.705
test('a canary takes the steps that its operation names, each after its time', () => {
  const state = after(promote('account', V1), growing);
  expect(state.remotes.account?.canary).toMatchObject({
    share: 13,
    growth: { under: 1, ...STEPS, since: AT },
  });
  expect(laterBy(state, 29, grow(64)).code).toBe('too-early');
  expect(laterBy(state, 30, grow(256)).code).toBe('no-such-step');
  expect(laterBy(state, 30, grow(64, { under: 2 })).code).toBe('no-such-step');
  expect(laterBy(state, 30, grow(64, { canary: V3 })).code).toBe('no-such-step');
  const first = laterBy(state, 30, grow(64));
  expect(first.state?.remotes.account?.canary).toMatchObject({
    share: 64,
    offset: state.remotes.account?.canary?.offset,
    growth: { shares: [256], since: first.at },
  });
  const grown = first.state ?? EMPTY_STATE;
  // Of several servers the second finds the step taken.
  expect(laterBy(grown, 90, grow(64)).code).toBe('no-such-step');
  expect(laterBy(grown, 59, grow(256)).code).toBe('too-early');
  const last = laterBy(grown, 60, grow(256));
  expect(last.state?.remotes.account).toEqual({ stable: V2, since: last.at, previous: V1 });
  expect(laterBy(last.state ?? EMPTY_STATE, 90, grow(256)).code).toBe('no-such-step');
});

// @proves 7.706
test('a roll-back, a kill, a newer canary and another share end the growth', () => {
  const ends = [
    [rollback],
    [kill, revive],
    [promote('account', V3, 13)],
    [promote('account', V2, 13)],
    [promote('account', V2, 30)],
    [retire],
  ];
  for (const ended of ends) {
    const state = after(promote('account', V1), growing, ...ended);
    expect(laterBy(state, 60, grow(64)).code).toBe('no-such-step');
  }
});

const HOLIDAYS = {
  from: '2026-12-28T18:00+09:00',
  to: '2027-01-04T09:00+09:00',
  reason: 'The hotels are full.',
};
const freeze = (parts: string[], ...freezes: (typeof HOLIDAYS)[]): Operation => ({
  type: 'setPolicy',
  parts,
  rule: { freezes },
});

/** The code and the reason of the refusal at a moment; undefined if it is not refused. */
function refusalAt(state: EnvironmentState, at: string, operation: Operation) {
  const outcome = applyOperation(state, operation, { seq: 9, at, by });
  return outcome.ok ? undefined : outcome.refusal;
}

// @proves 7.707
test('nothing becomes live while the policy says so, and the refusal says until when', () => {
  const state = after(
    promote('account', V1),
    team('blue', ['account', 'member'], ['/account']),
    growing,
    freeze(['*'], HOLIDAYS),
    // A rule of its own takes none of that away.
    { type: 'setPolicy', parts: ['account'], rule: { approver: true } },
  );
  const started: Operation[] = [
    promote('account', V2),
    promote('account', V3, 13),
    together(['account', V2]),
    move(),
    grow(64),
  ];
  for (const operation of started) {
    expect(refusalAt(state, '2026-12-28T09:00:00.000Z', operation)).toEqual({
      code: 'frozen',
      reason: expect.stringMatching(
        /^Releases of (account|member) are frozen until 2027-01-04T09:00\+09:00: The hotels are full\.$/,
      ),
      remedy: expect.stringContaining('--despite-freeze'),
    });
    for (const at of ['2026-12-28T08:59:59.999Z', '2027-01-04T00:00:00.000Z']) {
      expect(refusalAt(state, at, operation)).toBeUndefined();
    }
    if (operation.type === 'grow') continue;
    const despite = { ...operation, despiteFreeze: 'A hole is closed.' } as Operation;
    expect(refusalAt(state, '2026-12-31T00:00:00.000Z', despite)).toBeUndefined();
  }
});

// @proves 7.707
test('a freeze holds up no roll-back, no kill and no end of a canary', () => {
  const state = after(
    promote('account', V1),
    promote('account', V3),
    growing,
    freeze(['account'], HOLIDAYS),
  );
  const at = '2026-12-31T00:00:00.000Z';
  const brakes = [rollback, kill, endCanary(V2), promote('account', V3), retire];
  for (const operation of brakes) expect(refusalAt(state, at, operation)).toBeUndefined();
  expect(refusalAt(after(promote('account', V1), kill), at, revive)).toBeUndefined();
  expect(refusalAt(state, at, promote('account', V2))).toMatchObject({ code: 'frozen' });
  expect(refusalAt(state, at, promote('mypage', V2))).toBeUndefined();
});

const blue = makeKey('blue');
const setTeam = (name: string, more: Partial<Extract<Operation, { type: 'setTeam' }>> = {}) =>
  ({
    type: 'setTeam',
    name,
    keys: [makeKey(`key of ${name}`).publicKey],
    parts: [],
    segments: [],
    ...more,
  }) satisfies Operation;

const REFUSED: readonly [code: string, ...operations: Operation[]][] = [
  ['already-live', promote('account', V1), promote('account', V1)],
  ['already-live', promote('account', V1), promote('account', V1, 10)],
  ['nothing-changes', promote('account', V1), promote('account', V2, 9), promote('account', V2, 9)],
  ['no-stable', promote('account', V1, 10)],
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
  ['unknown-team', { type: 'removeTeam', name: 'blue' }],
  ['name-reserved', setTeam('portal')],
  ['malformed-key', setTeam('blue', { keys: [{ ...blue.publicKey, x: 'short' }] })],
  ['part-taken', setTeam('blue', { parts: ['a'] }), setTeam('red', { parts: ['b', 'a'] })],
  [
    'segment-taken',
    setTeam('blue', { segments: ['/my-page'] }),
    setTeam('red', { segments: ['/account', '/my-page'] }),
  ],
  [
    'key-taken',
    setTeam('blue', { keys: [blue.publicKey] }),
    setTeam('red', { keys: [blue.publicKey] }),
  ],
  ['key-taken', setTeam('red', { keys: [blue.publicKey, blue.publicKey] })],
  [
    'nothing-changes',
    setTeam('blue', { keys: [blue.publicKey] }),
    setTeam('blue', { keys: [blue.publicKey] }),
  ],
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
  fc.record({ type: fc.constant('promote' as const), part: anyPart, version: anyVersion }),
  fc.record({
    type: fc.constant('promote' as const),
    part: anyPart,
    version: anyVersion,
    share: fc.integer({ min: 1, max: 256 }),
  }),
  fc.record({
    type: fc.constant('promoteTogether' as const),
    releases: fc.uniqueArray(fc.record({ part: anyPart, version: anyVersion }), {
      minLength: 1,
      selector: ({ part }) => part,
    }),
  }),
  fc.record({ type: fc.constantFrom('rollback' as const, 'revive' as const), part: anyPart }),
  fc.record({ type: fc.constant('kill' as const), part: anyPart, reason: fc.constant('why') }),
  fc.record({ type: fc.constant('removeTeam' as const), name: anyTeam }),
  fc.record({ type: fc.constant('endPreview' as const), name: anyPreview }),
  fc.record({
    type: fc.constant('setPreview' as const),
    name: anyPreview,
    part: anyPart,
    version: anyVersion,
    minutes: fc.integer({ min: 1, max: PREVIEW_MINUTES_MAX }),
  }),
  fc.record({
    type: fc.constant('setTeam' as const),
    name: anyTeam,
    keys: fc.constantFrom(blue.publicKey, makeKey('red').publicKey).map((key) => [key]),
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
        if (!outcome.ok) {
          expect(outcome.refusal.reason).toMatch(/\.$|: /);
          expect(outcome.refusal.remedy).toMatch(/\.$/);
          continue;
        }
        state = outcome.state;
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
