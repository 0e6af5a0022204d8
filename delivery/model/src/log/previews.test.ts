import * as v from 'valibot';
import { EMPTY_STATE, type EnvironmentState } from '../state.ts';
import { applyOperation, type Operation, OperationSchema } from './operations.ts';
import { PREVIEW_MINUTES_MAX } from './previews.ts';
import { isRefusal } from './refusal.ts';

const AT = Date.parse('2026-11-22T10:00:00Z');
const V1 = '1.0.0+111111111111';
const V2 = '1.1.0+222222222222';
const MINUTES = { day: 24 * 60, week: 7 * 24 * 60 };

const moment = (minutes: number) => new Date(AT + minutes * 60_000).toISOString();
const team = (parts: string[]) => ({ parts, segments: [] });
const START: EnvironmentState = {
  ...EMPTY_STATE,
  remotes: { account: { stable: V1, since: moment(-60) } },
  teams: { blue: team(['account']), red: team(['mypage']) },
};

const show = (name: string, part: string, version = V2, minutes = MINUTES.week): Operation => ({
  type: 'setPreview',
  name,
  id: part.padEnd(43, '0'),
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
    const head = {
      seq: index + 1,
      at: moment(minutes),
      by: { team: name, token: `token of ${name}` },
    };
    const outcome = applyOperation(state, operation, head);
    if (isRefusal(outcome)) return { state, code: outcome.code };
    state = outcome;
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
        id: 'account'.padEnd(43, '0'),
        // The latest end counts.
        until: moment(MINUTES.week),
        parts: { account: { version: V2, by: 'blue' }, mypage: { version: V1, by: 'red' } },
      },
    },
  });
});

// @proves 7.783
test('a part is in 20 previews, and none lasts longer than 14 days', () => {
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
