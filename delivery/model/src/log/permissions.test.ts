import type { EnvironmentState } from '../state.ts';
import type { Operation } from './operations.ts';
import { permissionRefusal } from './permissions.ts';

const V1 = '1.0.0+111111111111';
const state: EnvironmentState = {
  remotes: { account: { stable: V1, since: '2026-11-22T10:00:00.000Z' } },
  teams: {
    blue: { parts: ['account'], segments: ['/account'] },
    red: { parts: ['mypage'], segments: ['/my-page'] },
  },
};
const blue = 'blue';
const operator = 'operator';

const OWN: readonly Operation[] = [
  { type: 'promote', part: 'account', version: V1 },
  { type: 'promote', part: 'account', version: V1, share: 5 },
  { type: 'rollback', part: 'account' },
  { type: 'passGate', part: 'account', version: V1 },
  { type: 'kill', part: 'account', reason: 'why' },
  { type: 'revive', part: 'account' },
  { type: 'retire', part: 'account', reason: 'why' },
  {
    type: 'setPreview',
    name: 'pr-1',
    id: 'a'.repeat(43),
    part: 'account',
    version: V1,
    minutes: 60,
  },
];
const OPERATORS: readonly Operation[] = [
  { type: 'configure', configuration: 'a'.repeat(64) },
  { type: 'setTeam', name: 'blue', parts: [], segments: [] },
];
const row = { files: [] as string[], guard: 'session', layout: 'default' } as const;
const codeOf = (...args: Parameters<typeof permissionRefusal>) => permissionRefusal(...args)?.code;

// @proves 6.20
test.each(OWN.map((operation) => [operation]))('a team may %j its own part', (operation) => {
  expect(codeOf(state, blue, operation, { rows: { '/account': row } })).toBeUndefined();
});

// @proves 6.20
test.each(OWN.map((operation) => [operation]))('no other team may %j', (operation) => {
  expect(codeOf(state, 'red', operation)).toBe('not-your-part');
});

// @proves 6.60
test('the portal itself may end a canary and say why, or let it grow, and nothing else', () => {
  const portal = 'portal';
  const rollback = { type: 'rollback', part: 'account' } as const;
  const reason = 'It fails.';
  expect(codeOf(state, portal, { ...rollback, canary: V1, reason })).toBeUndefined();
  const grow: Operation = { type: 'grow', part: 'account', canary: V1, share: 25, reason };
  expect(codeOf(state, portal, grow)).toBeUndefined();
  for (const actor of [blue, operator]) expect(codeOf(state, actor, grow)).toBe('portal-only');
  const others: Operation[] = [...OWN, ...OPERATORS, { ...rollback, canary: V1 }];
  for (const operation of others) {
    expect(codeOf(state, portal, operation)).toBe('portal-only-canaries');
  }
});

// @proves 6.21
test('a release with a route of another team is refused by name', () => {
  const operation: Operation = { type: 'promote', part: 'account', version: V1 };
  const document = { rows: { '/account/edit': row, '/my-page': row, '/': row } };
  expect(permissionRefusal(state, blue, operation, document)).toEqual({
    code: 'not-your-segment',
    reason: 'The release has routes below /, /my-page, which the team blue does not own.',
    remedy: 'Take these routes out of the release, or ask the operator for the segment.',
  });
});

// @proves 6.22
test.each(OPERATORS.map((operation) => [operation]))('only the operator may %j', (operation) => {
  expect(codeOf(state, blue, operation)).toBe('operator-only');
  expect(codeOf(state, operator, operation)).toBeUndefined();
});

test.each(['green', 'constructor'])('the team %s, which owns nothing, may nothing', (team) => {
  for (const operation of [...OWN, ...OPERATORS])
    expect(codeOf(state, team, operation)).toBe('unknown-team');
});
