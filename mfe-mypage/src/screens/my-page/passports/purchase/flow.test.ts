import { stepToShow } from '@portal/shared-routing';
import { flow, type Order, type PurchaseEvent, type PurchaseState, STEPS } from './flow.ts';

const KEY = '6f1c7f3e-5f5a-4d0e-9d5e-0d8f3c2b1a00';
const who = {
  ...flow.initial.choices.who,
  usage_start_date: { year: '2026', month: '12', day: '1' },
};
const order: Order = {
  idempotency_key: KEY,
  holder: { kind: 'member' },
  design_id: 'waves',
  photo_id: 'photo',
  usage_start_date: '2026-12-01',
  payment_type: 'counter',
};
const after = (...events: PurchaseEvent[]): PurchaseState =>
  events.reduce((state, event) => flow.next(state, event), flow.initial);

const whoDone = after({ type: 'typed', who }, { type: 'whoDone', key: KEY });
const designed = flow.next(whoDone, { type: 'designChosen', design_id: 'waves' });
const pictured = flow.next(designed, {
  type: 'photoKept',
  photo: { photo_id: 'photo', url: '/photo' },
});
const sent = flow.next(pictured, { type: 'sent', order });

test.each([
  ['nothing', flow.initial, 'who'],
  ['for whom', whoDone, 'design'],
  ['a design', designed, 'photo'],
  ['a photo', pictured, 'check'],
] as const)('with %s chosen, the steps after it open one by one', (_name, state, farthest) => {
  const order = ['who', 'design', 'photo', 'check'] as const;
  for (const [at, step] of order.entries()) {
    const shown = at <= order.indexOf(farthest) ? STEPS[step] : STEPS.who;
    expect(stepToShow(flow, state, STEPS[step], 0)).toBe(shown);
  }
});

test('typing on in the first step closes those after it, and forgets nothing', () => {
  const typing = flow.next(pictured, { type: 'typed', who });
  expect(stepToShow(flow, typing, STEPS.check, 0)).toBe(STEPS.who);
  expect(typing.choices).toEqual(pictured.choices);
});

test('the purchase keeps its key through every change', () => {
  const again = flow.next(flow.next(pictured, { type: 'typed', who }), {
    type: 'whoDone',
    key: 'another',
  });
  expect(again).toMatchObject({ kind: 'choosing', key: KEY });
});

test('an order that was sent can no longer be changed', () => {
  for (const event of [
    { type: 'typed', who },
    { type: 'designChosen', design_id: 'night' },
    { type: 'photoKept', photo: null },
  ] as const) {
    expect(flow.next(sent, event)).toBe(sent);
  }
});

test('until the server refuses it: then the choices are there, under the same key', () => {
  const refused = flow.next(sent, { type: 'refused', descriptions: { profile: ['required'] } });
  expect(refused).toMatchObject({ kind: 'choosing', key: KEY, choices: pictured.choices });
});
