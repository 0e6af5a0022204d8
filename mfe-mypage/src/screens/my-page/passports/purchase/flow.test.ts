import { stepToShow } from '@portal/kit/routing';
import { ADULT } from '@portal/kit/testing/passports';
import { flow, type Order, type PurchaseEvent, type PurchaseState, STEPS } from './flow.ts';

const KEY = '6f1c7f3e-5f5a-4d0e-9d5e-0d8f3c2b1a00';
const holder = {
  ...flow.initial.choices.holder,
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

const holderEntered = after(
  { type: 'typed', holder },
  { type: 'holderEntered', key: KEY, kind: ADULT },
);
const withDesign = flow.next(holderEntered, { type: 'designChosen', design_id: 'waves' });
const withPhoto = flow.next(withDesign, {
  type: 'photoUploaded',
  photo: { photo_id: 'photo', url: '/photo' },
});
const sent = flow.next(withPhoto, { type: 'sent', order });

test('editing the first step closes the later steps and keeps what was chosen', () => {
  const typing = flow.next(withPhoto, { type: 'typed', holder });
  expect(stepToShow(flow, typing, STEPS.check, 0)).toBe(STEPS.holder);
  expect(typing.choices).toEqual(withPhoto.choices);
});

test('keeps the idempotency key when the first step is submitted again', () => {
  const again = flow.next(flow.next(withPhoto, { type: 'typed', holder }), {
    type: 'holderEntered',
    key: 'another',
    kind: ADULT,
  });
  expect(again).toMatchObject({ kind: 'choosing', key: KEY });
});

test('an order that was sent cannot be changed', () => {
  for (const event of [
    { type: 'typed', holder },
    { type: 'designChosen', design_id: 'night' },
    { type: 'photoUploaded', photo: null },
  ] as const) {
    expect(flow.next(sent, event)).toBe(sent);
  }
});

test('an order that the server refused can be changed, with the same key', () => {
  const refused = flow.next(sent, { type: 'refused', descriptions: { profile: ['required'] } });
  expect(refused).toMatchObject({ kind: 'choosing', key: KEY, choices: withPhoto.choices });
});
