import { type Event, flow, parseLineReturn, type State } from './flow.ts';

const start: State = { kind: 'start' };
const connecting: State = { kind: 'connecting', state: 'abc' };
const connected: State = { kind: 'connected' };
const needsPassword: State = { kind: 'needsPassword' };
const unasked = { kind: 'unasked' };
const answered = (result: string) => ({ kind: 'answered', result });

test.each([
  ['result=success&state=abc', connecting, answered('success')],
  ['result=cancelled&state=abc', connecting, answered('cancelled')],
  ['result=already_linked&state=abc', connecting, answered('already_linked')],
  ['result=error&state=abc', connecting, answered('error')],
  ['result=anything&state=abc', connecting, answered('error')],
  ['state=abc', connecting, answered('error')],
  ['result=success&state=other', connecting, unasked],
  ['result=success', connecting, unasked],
  ['result=success&state=abc', start, unasked],
  ['result=success&state=abc', needsPassword, unasked],
  // The return address, reloaded.
  ['result=success&state=abc', connected, { kind: 'done' }],
])('%s with %o is %o', (search, state, understood) => {
  expect(parseLineReturn(new URLSearchParams(search), state)).toEqual(understood);
});

test.each<[State, Event, State]>([
  [start, { type: 'leftForLine', state: 'abc' }, connecting],
  [connecting, { type: 'leftForLine', state: 'def' }, { kind: 'connecting', state: 'def' }],
  [connecting, { type: 'cameBack', linked: true }, connected],
  [connecting, { type: 'cameBack', linked: false }, start],
  [connected, { type: 'cameBack', linked: false }, connected],
  [start, { type: 'cameBack', linked: true }, start],
  [start, { type: 'passwordWanted' }, needsPassword],
  [needsPassword, { type: 'disconnected' }, start],
  [connected, { type: 'disconnected' }, start],
])('%o after %o is %o', (state, event, next) => {
  expect(flow.next(state, event)).toEqual(next);
});
