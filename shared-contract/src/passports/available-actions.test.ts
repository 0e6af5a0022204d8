import { availableActions } from './available-actions.ts';
import type { Passport } from './passport.ts';
import { passportDates } from './permission.ts';
import { PASSPORT_STATUSES, PAYMENT_STATUSES, PAYMENT_TYPES, statusOf } from './statuses.ts';

const TODAY = '2026-11-21';

/** Paid and valid from tomorrow, so that every action is available. */
const passport: Passport = {
  id: '1',
  design_id: 'waves',
  kind: {
    id: 'adult',
    name: { ja: 'おとな', en: 'Adult' },
    tax: 10,
    photo: true,
    address: true,
    cancel: 'day-before',
  },
  holder: { kind: 'member', last_name: '山田', first_name: '花子', date_of_birth: '1990-04-05' },
  photo: '/photo',
  usage_start_date: '2026-11-22',
  ext_expiration_date: '2027-11-21',
  confirmed_id_at: null,
  ext_permission: 10,
  ext_member_code: '1',
  physical_card_issued_at: null,
  canceled_at: null,
  cancel_until: '2026-11-21',
  status_name: statusOf(PASSPORT_STATUSES, 'upcoming'),
  transfer_status_name: null,
  payment_type_name: statusOf(PAYMENT_TYPES, 'card'),
  payment_status_name: statusOf(PAYMENT_STATUSES, 'paid'),
  qr_code_url: null,
  order_number: '016956113949',
  amount_due: 0,
  bought_with: [],
  renewal: null,
  price: 9800,
  role: 'owner',
  transfer: null,
  given: null,
  gift: null,
  created_at: '2026-11-01T00:00:00.000Z',
};
const MOMENT = '2026-11-20T00:00:00.000Z';
const offer = (direction: 'outgoing' | 'incoming') => ({
  transfer: {
    direction,
    other: '山*',
    giver_name: null,
    message: null,
    requested_at: MOMENT,
    held_until: null,
  },
});
const unpaid = { payment_status_name: statusOf(PAYMENT_STATUSES, 'pending') };

test.each<[string, Partial<Passport>, string[]]>([
  [
    'that starts tomorrow',
    {},
    ['transfer', 'physicalCard', 'changePhoto', 'changeDesign', 'cancel'],
  ],
  [
    'that has started',
    { usage_start_date: TODAY, cancel_until: '2026-11-20' },
    ['transfer', 'physicalCard', 'changePhoto', 'changeDesign'],
  ],
  [
    'with a confirmed identity',
    { confirmed_id_at: MOMENT },
    ['physicalCard', 'changeDesign', 'cancel'],
  ],
  ['with an issued card', { confirmed_id_at: MOMENT, physical_card_issued_at: MOMENT }, []],
  ['for staff', { ext_permission: 90 }, ['physicalCard', 'changePhoto', 'changeDesign', 'cancel']],
  ['that is unpaid, by card', unpaid, ['changePhoto', 'changeDesign', 'cancel']],
  [
    'that is unpaid, at the counter, and starts today',
    { ...unpaid, usage_start_date: TODAY, payment_type_name: statusOf(PAYMENT_TYPES, 'counter') },
    ['changePhoto', 'changeDesign', 'cancel'],
  ],
  ['that its owner offers', offer('outgoing'), []],
  ['that is offered to the member', { role: 'receiver', ...offer('incoming') }, []],
  ['that is expired', { status_name: statusOf(PASSPORT_STATUSES, 'expired') }, []],
  ['that is cancelled', { status_name: statusOf(PASSPORT_STATUSES, 'canceled') }, []],
])('offers the right actions for a passport %s', (_name, facts, actions) => {
  expect(availableActions({ ...passport, ...facts }, TODAY)).toEqual(actions);
});

// @proves 6.5
test.each([0, 10, 89, 91, 92, 94, 1_000])(
  'a passport with permission %i is an ordinary one',
  (ext_permission) => {
    const ordinary = availableActions(passport, TODAY);
    expect(availableActions({ ...passport, ext_permission }, TODAY)).toEqual(ordinary);
    const confirmed = { ...passport, ext_permission, confirmed_id_at: MOMENT };
    expect(passportDates(confirmed)).toEqual({
      kind: 'expiry',
      until: passport.ext_expiration_date,
    });
  },
);
