import { passportDates } from './permission.ts';
import {
  PASSPORT_STATUSES,
  PAYMENT_STATUSES,
  PAYMENT_TYPES,
  STATUS_COLORS,
  statusOf,
  TRANSFER_STATUSES,
} from './statuses.ts';

// @proves 3.13 4.30
test.each([
  ['passport', PASSPORT_STATUSES, 'payment_pending', 'お支払い待ち', 'Awaiting payment', 'warning'],
  ['passport', PASSPORT_STATUSES, 'upcoming', '利用開始前', 'Not started yet', 'info'],
  ['passport', PASSPORT_STATUSES, 'active', '有効', 'Active', 'success'],
  ['passport', PASSPORT_STATUSES, 'expired', '期限切れ', 'Expired', 'neutral'],
  ['passport', PASSPORT_STATUSES, 'canceled', 'キャンセル済み', 'Cancelled', 'danger'],
  ['transfer', TRANSFER_STATUSES, 'transferring', 'ゆずる手続き中', 'Being given', 'warning'],
  ['transfer', TRANSFER_STATUSES, 'accepted', 'お渡し済み', 'Given', 'success'],
  ['transfer', TRANSFER_STATUSES, 'rejected', '受け取られませんでした', 'Not accepted', 'danger'],
  ['payment type', PAYMENT_TYPES, 'counter', '窓口払い', 'At the counter', 'neutral'],
  ['payment type', PAYMENT_TYPES, 'card', 'クレジットカード払い', 'By card', 'neutral'],
  ['payment', PAYMENT_STATUSES, 'pending', '未払い', 'Not paid', 'warning'],
  ['payment', PAYMENT_STATUSES, 'declined', '決済できませんでした', 'Payment declined', 'danger'],
  ['payment', PAYMENT_STATUSES, 'paid', '支払い済み', 'Paid', 'success'],
  ['payment', PAYMENT_STATUSES, 'refund_pending', '返金手続き中', 'Refund on its way', 'info'],
  ['payment', PAYMENT_STATUSES, 'refunded', '返金済み', 'Refunded', 'neutral'],
])('%s %#: %s', (_, rows, code, ja, en, color) => {
  expect(statusOf(rows as Parameters<typeof statusOf>[0], code)).toEqual({
    code,
    name: { ja, en },
    color,
  });
});

test('every status is in the table above and has a known colour', () => {
  const all = [PASSPORT_STATUSES, TRANSFER_STATUSES, PAYMENT_TYPES, PAYMENT_STATUSES].flatMap(
    (rows) => Object.values(rows),
  );
  expect(all).toHaveLength(15);
  for (const { color } of all) expect(STATUS_COLORS).toContain(color);
});

// @proves 4.31 6.4
test.each([
  [null, 10, 'range'],
  [null, 90, 'range'],
  [null, 93, 'range'],
  ['2026-11-21T00:00:00Z', 10, 'expiry'],
  ['2026-11-21T00:00:00Z', 90, 'expiry'],
  ['2026-11-21T00:00:00Z', 93, 'range'],
])('confirmed %s with permission %i shows its %s', (confirmed_id_at, ext_permission, kind) => {
  const passport = { usage_start_date: '2026-11-21', ext_expiration_date: '2027-11-20' };
  const until = passport.ext_expiration_date;
  expect(passportDates({ ...passport, confirmed_id_at, ext_permission })).toEqual(
    kind === 'expiry' ? { kind, until } : { kind, from: passport.usage_start_date, until },
  );
});
