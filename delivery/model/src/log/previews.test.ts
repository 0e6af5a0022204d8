import * as v from 'valibot';
import { EMPTY_STATE, type EnvironmentState } from '../state.ts';
import { applyOperation, type Operation, OperationSchema } from './operations.ts';
import { PREVIEW_MINUTES_MAX, previewOf } from './previews.ts';
import { makeKey } from './testing/keys.ts';

const AT = Date.parse('2026-11-22T10:00:00Z');
const V1 = '1.0.0+111111111111';
const V2 = '1.1.0+222222222222';
const MINUTES = { day: 24 * 60, week: 7 * 24 * 60 };

const moment = (minutes: number) => new Date(AT + minutes * 60_000).toISOString();
const team = (parts: string[]) => ({ keys: [makeKey().publicKey], parts, segments: [] });
const START: EnvironmentState = {
  ...EMPTY_STATE,
  remotes: { account: { stable: V1, since: moment(-60) } },
  teams: { blue: team(['account']), red: team(['mypage']) },
};

const show = (name: string, part: string, version = V2, minutes = MINUTES.week): Operation => ({
  type: 'setPreview',
  name,
  part,
  version,
  minutes,
});
const end = (name: string): Operation => ({ type: 'endPreview', name });
type Step = readonly [team: string, operation: Operation, minutes?: number];

/** The state after the steps, of which each is an entry; the code of the last one if it is refused. */
function after(...steps: readonly Step[]): { state: EnvironmentState; code?: string } {
  let state = START;
  for (const [index, [name, operation, minutes = index]] of steps.entries()) {
    const head = { seq: index + 1, at: moment(minutes), by: { team: name, kid: `key of ${name}` } };
    const outcome = applyOperation(state, operation, head);
    if (!outcome.ok) return { state, code: outcome.refusal.code };
    state = outcome.state;
  }
  return { state };
}

// @proves 7.780
test('two teams show their releases in one preview, and nothing of what is live changes', () => {
  const { state } = after(
    ['blue', show('pr-12', 'account')],
    ['red', show('pr-12', 'mypage', V1, MINUTES.day)],
  );
  expect(state).toEqual({
    ...START,
    previews: {
      'pr-12': {
        began: 1,
        // The latest end counts.
        until: moment(MINUTES.week),
        parts: {
          account: { version: V2, by: { team: 'blue', kid: 'key of blue' } },
          mypage: { version: V1, by: { team: 'red', kid: 'key of red' } },
        },
      },
    },
  });
});

// @proves 7.781
test('it is over when its time is, leaves with the next entry, and begins anew under its name', () => {
  const first: Step = ['blue', show('pr-12', 'account')];
  const { state } = after(first);
  expect(previewOf(state, 'pr-12', moment(MINUTES.week - 1))?.began).toBe(1);
  expect(previewOf(state, 'pr-12', moment(MINUTES.week))).toBeUndefined();
  expect(previewOf(state, 'constructor', moment(0))).toBeUndefined();
  const kill: Operation = { type: 'kill', part: 'account', reason: 'It shows nothing.' };
  expect(after(first, ['blue', kill, MINUTES.week]).state).not.toHaveProperty('previews');
  expect(after(first, ['blue', end('pr-12'), MINUTES.week]).code).toBe('no-such-preview');
  const again: Step = ['red', show('pr-12', 'mypage'), MINUTES.week];
  expect(after(first, again).state.previews?.['pr-12']).toMatchObject({
    began: 2,
    parts: { mypage: { version: V2 } },
  });
});

// @proves 7.782
test('a team ends its own part of it, the operator the whole', () => {
  const both: Step[] = [
    ['blue', show('pr-12', 'account')],
    ['red', show('pr-12', 'mypage')],
  ];
  const left = after(...both, ['blue', end('pr-12')]).state.previews;
  expect(Object.keys(left?.['pr-12']?.parts ?? {})).toEqual(['mypage']);
  expect(after(...both, ['blue', end('pr-12')], ['red', end('pr-12')]).state.previews).toBe(
    undefined,
  );
  expect(after(...both, ['operator', end('pr-12')]).state.previews).toBe(undefined);
  expect(after(both[0] as Step, ['red', end('pr-12')]).code).toBe('not-in-preview');
  expect(after(['blue', end('pr-12')]).code).toBe('no-such-preview');
  // What the operator has shown of a team's part is the team's to end, and so is a part that it had.
  const ofOperator: Step = ['operator', show('pr-12', 'account')];
  expect(after(ofOperator, ['blue', end('pr-12')]).state.previews).toBe(undefined);
  const given: Operation = { type: 'setTeam', name: 'blue', ...team([]) };
  expect(after(both[0] as Step, ['operator', given], ['blue', end('pr-12')]).code).toBe(undefined);
});

// @proves 7.783
test('a preview has 8 parts, a part is in 20 previews, and none lasts longer than 14 days', () => {
  const parts = Array.from({ length: 9 }, (_, n): Step => ['operator', show('pr-12', `part-${n}`)]);
  expect(after(...parts.slice(0, 8)).code).toBeUndefined();
  expect(after(...parts).code).toBe('too-many-parts');
  const names = Array.from({ length: 21 }, (_, n): Step => ['blue', show(`pr-${n}`, 'account')]);
  expect(after(...names).code).toBe('too-many-previews');
  const full = names.slice(0, 20);
  expect(after(...full, ['red', show('pr-20', 'mypage')]).code).toBeUndefined();
  expect(after(...full, ['blue', show('pr-3', 'account', V1)]).code).toBeUndefined();
  expect(after(...full, ['blue', end('pr-3')], ['blue', show('pr-20', 'account')]).code).toBe(
    undefined,
  );
  // Those that have ended count no more.
  expect(after(...full, ['blue', show('pr-20', 'account'), MINUTES.week + 60]).code).toBe(
    undefined,
  );
  expect(v.is(OperationSchema, show('pr-12', 'account', V1, PREVIEW_MINUTES_MAX))).toBe(true);
  for (const wrong of [
    show('pr-12', 'account', V1, PREVIEW_MINUTES_MAX + 1),
    show('pr-12', 'account', V1, 0),
    show('PR 12', 'account'),
    show('constructor', 'account'),
  ]) {
    expect(v.is(OperationSchema, wrong)).toBe(false);
  }
});
