import { stepToShow } from '@portal/kit/routing';
import type { SentCodeState } from '@portal/kit/ui/step-up';
import { type Event, flow, STEPS, type State } from './flow.ts';

const NOW = Date.parse('2026-11-21T00:00:00Z');
const UNTIL = NOW + 600_000;
const code: SentCodeState = {
  channel: 'email',
  to: 'n***w@example.com',
  expiresAt: UNTIL,
  tries: 0,
};
const start: State = { kind: 'start', email: '' };
const confirmed: State = { kind: 'confirmed', email: '', until: UNTIL };
const typed: State = { kind: 'confirmed', email: 'new@', until: UNTIL };
const sent: State = { kind: 'sent', email: 'new@example.com', until: UNTIL, code };
const done: State = { kind: 'done', email: 'new@example.com' };

const confirms: Event = { type: 'changeConfirmed', until: UNTIL };
const codeSent: Event = { type: 'codeSent', email: 'new@example.com', code };

test.each<[string, State, Event, State]>([
  ['a step-up opens the form', start, confirms, confirmed],
  ['what is typed is kept', confirmed, { type: 'addressTyped', email: 'new@' }, typed],
  ['a code goes to the new address', typed, codeSent, sent],
  ['another code goes to another address', sent, codeSent, sent],
  ['no code goes out before the change is confirmed', start, codeSent, start],
  ['the right code is the change', sent, { type: 'newAddressConfirmed' }, done],
  ['no change happens without a code', typed, { type: 'newAddressConfirmed' }, typed],
  ['a new step-up keeps what was typed', typed, confirms, typed],
  ['a second change begins afresh', done, confirms, confirmed],
])('%s', (_, state, event, next) => {
  expect(flow.next(state, event)).toEqual(next);
});

test.each([
  [STEPS.form, start, STEPS.start],
  [STEPS.verify, start, STEPS.start],
  [STEPS.complete, start, STEPS.start],
  [STEPS.form, confirmed, STEPS.form],
  [STEPS.verify, confirmed, STEPS.start],
  [STEPS.form, sent, STEPS.form],
  [STEPS.verify, sent, STEPS.verify],
  [STEPS.complete, sent, STEPS.start],
  [STEPS.complete, done, STEPS.complete],
  [STEPS.form, done, STEPS.start],
  [STEPS.verify, done, STEPS.start],
])('%s with %o shows %s', (path, state, shown) => {
  expect(stepToShow(flow, state, path, NOW)).toBe(shown);
});

test('the form closes with the step-up, and the address that was typed is kept', () => {
  expect(stepToShow(flow, typed, STEPS.form, UNTIL)).toBe(STEPS.start);
  expect(flow.next(typed, confirms)).toEqual(typed);
});
