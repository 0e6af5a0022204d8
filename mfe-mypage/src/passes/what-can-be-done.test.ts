import {
  PASS_STATUSES,
  PAYMENT_STATUSES,
  PAYMENT_TYPES,
  type Passport,
  statusOf,
} from '@portal/shared-contract';
import { whatCanBeDone } from './what-can-be-done.ts';

const TODAY = '2026-11-21';

/** Paid for and in use from tomorrow: everything is possible. */
const pass: Passport = {
  id: '1',
  design_id: 'waves',
  holder: { kind: 'member', last_name: '山田', first_name: '花子', date_of_birth: '1990-04-05' },
  photo: '/photo',
  usage_start_date: '2026-11-22',
  ext_expiration_date: '2027-11-21',
  confirmed_id_at: null,
  ext_permission: 10,
  ext_member_code: '1',
  physical_card_issued_at: null,
  canceled_at: null,
  status_name: statusOf(PASS_STATUSES, 'upcoming'),
  transfer_status_name: null,
  payment_type_name: statusOf(PAYMENT_TYPES, 'card'),
  payment_status_name: statusOf(PAYMENT_STATUSES, 'paid'),
  qr_code_url: null,
  price: 9800,
  role: 'owner',
  transfer: null,
  created_at: '2026-11-01T00:00:00.000Z',
};
const MOMENT = '2026-11-20T00:00:00.000Z';
const offer = (direction: 'outgoing' | 'incoming') => ({
  transfer: { direction, other: '山*', requested_at: MOMENT },
});
const unpaid = { payment_status_name: statusOf(PAYMENT_STATUSES, 'pending') };

test.each<[string, Partial<Passport>, string[]]>([
  ['not begun yet', {}, ['transfer', 'physicalCard', 'changePhoto', 'changeDesign', 'cancel']],
  [
    'in use',
    { usage_start_date: TODAY },
    ['transfer', 'physicalCard', 'changePhoto', 'changeDesign'],
  ],
  ['confirmed', { confirmed_id_at: MOMENT }, ['physicalCard', 'changeDesign', 'cancel']],
  ['with its card', { confirmed_id_at: MOMENT, physical_card_issued_at: MOMENT }, []],
  [
    'of the staff',
    { ext_permission: 90 },
    ['physicalCard', 'changePhoto', 'changeDesign', 'cancel'],
  ],
  ['to be paid by card', unpaid, ['changePhoto', 'changeDesign', 'cancel']],
  [
    'to be paid at the counter, from today',
    {
      ...unpaid,
      usage_start_date: TODAY,
      payment_type_name: statusOf(PAYMENT_TYPES, 'counter'),
    },
    ['changePhoto', 'changeDesign', 'cancel'],
  ],
  ['offered to another', offer('outgoing'), []],
  ['offered to the member', { role: 'receiver', ...offer('incoming') }, []],
  ['that has ended', { status_name: statusOf(PASS_STATUSES, 'expired') }, []],
  ['that was cancelled', { status_name: statusOf(PASS_STATUSES, 'canceled') }, []],
])('a pass %s', (_name, facts, actions) => {
  expect(whatCanBeDone({ ...pass, ...facts }, TODAY)).toEqual(actions);
});
