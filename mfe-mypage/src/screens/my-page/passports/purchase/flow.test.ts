import { stepToShow } from '@portal/kit/routing';
import {
  flow,
  itemsOf,
  type Order,
  type PurchaseEvent,
  type PurchaseState,
  STEPS,
} from './flow.ts';

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

const holderEntered = after({ type: 'typed', holder }, { type: 'holderEntered', key: KEY });
const withDesign = flow.next(holderEntered, { type: 'designChosen', design_id: 'waves' });
const withPhoto = flow.next(withDesign, {
  type: 'photoUploaded',
  photo: { photo_id: 'photo', url: '/photo' },
});
const sent = flow.next(withPhoto, { type: 'sent', order });

test.each([
  ['nothing', flow.initial, 'holder'],
  ['the holder', holderEntered, 'design'],
  ['a design', withDesign, 'photo'],
  ['a photo', withPhoto, 'check'],
] as const)('with %s entered, the next step opens and no later one', (_name, state, farthest) => {
  const order = ['holder', 'design', 'photo', 'check'] as const;
  for (const [at, step] of order.entries()) {
    const shown = at <= order.indexOf(farthest) ? STEPS[step] : STEPS.holder;
    expect(stepToShow(flow, state, STEPS[step], 0)).toBe(shown);
  }
});

test('editing the first step closes the later steps and keeps what was chosen', () => {
  const typing = flow.next(withPhoto, { type: 'typed', holder });
  expect(stepToShow(flow, typing, STEPS.check, 0)).toBe(STEPS.holder);
  expect(typing.choices).toEqual(withPhoto.choices);
});

test('keeps the idempotency key when the first step is submitted again', () => {
  const again = flow.next(flow.next(withPhoto, { type: 'typed', holder }), {
    type: 'holderEntered',
    key: 'another',
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

describe('an order of several passports', () => {
  const child = { ...holder, kind: 'child' as const, first_name: '陽太', last_name: '山田' };
  const photo = { photo_id: 'of the child', url: '/child' };
  const second = [
    { type: 'passportAdded' },
    { type: 'typed', holder: child },
    { type: 'holderEntered', key: 'another' },
    { type: 'photoUploaded', photo },
  ] as const;
  const both = second.reduce<PurchaseState>((state, event) => flow.next(state, event), withPhoto);

  // @proves 14.110
  test('begins the steps again for each, with the start and the design of the one before', () => {
    const added = flow.next(withPhoto, { type: 'passportAdded' });
    expect(stepToShow(flow, added, STEPS.check, 0)).toBe(STEPS.holder);
    expect(added.choices).toMatchObject({
      holder: { kind: 'child', first_name: '', usage_start_date: holder.usage_start_date },
      design_id: 'waves',
      photo: null,
    });
    expect(stepToShow(flow, both, STEPS.check, 0)).toBe(STEPS.check);
    expect(both).toMatchObject({ key: KEY });
    expect(itemsOf(both).map(({ photo }) => photo?.photo_id)).toEqual(['photo', 'of the child']);
  });

  test('keeps its order when one of them is changed', () => {
    const first = flow.next(both, { type: 'passportOpened', place: 0 });
    expect(first.choices.photo?.photo_id).toBe('photo');
    expect(itemsOf(first)).toEqual(itemsOf(both));
    const changed = flow.next(first, { type: 'designChosen', design_id: 'night' });
    expect(itemsOf(changed).map(({ design_id }) => design_id)).toEqual(['night', 'waves']);
  });

  test('goes on without one that is removed, also while it is not complete', () => {
    const left = flow.next(both, { type: 'passportRemoved', place: 0 });
    expect(itemsOf(left).map(({ photo }) => photo?.photo_id)).toEqual(['of the child']);
    const added = flow.next(both, { type: 'passportAdded' });
    const without = flow.next(added, { type: 'passportRemoved', place: 2 });
    expect(itemsOf(without)).toEqual(itemsOf(both));
    expect(stepToShow(flow, without, STEPS.check, 0)).toBe(STEPS.check);
  });

  test('opens the passport that the server refused', () => {
    const again = flow.next(flow.next(both, { type: 'sent', order }), {
      type: 'refused',
      descriptions: { usage_start_date: ['usage_start_date.past'] },
      place: 0,
    });
    expect(again).toMatchObject({ kind: 'choosing', choices: { photo: { photo_id: 'photo' } } });
    expect(itemsOf(again)).toEqual(itemsOf(both));
  });
});
