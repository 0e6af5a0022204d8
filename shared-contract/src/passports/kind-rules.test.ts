import {
  cancelRules,
  isOnSale,
  kindLine,
  kindsFor,
  lastDayOfKind,
  lastDayToCancel,
  nextSale,
} from './kind-rules.ts';
import type { PassportKind } from './kinds.ts';

const ADULT: PassportKind = {
  id: 'adult',
  name: { ja: 'おとな', en: 'Adult' },
  price: 9800,
  tax: 10,
  valid: { years: 1 },
  ages: { from: 12 },
  photo: true,
  address: true,
  cancel: 'day-before',
};
const CHILD: PassportKind = { ...ADULT, id: 'child', ages: { below: 12 } };
const SENIOR: PassportKind = { ...ADULT, id: 'senior', ages: { from: 65 } };
const WINTER: PassportKind = {
  ...ADULT,
  id: 'winter',
  ages: {},
  valid: { from: '2026-12-01', until: '2027-03-31' },
};
const TODAY = '2026-11-21';

// @proves 14.5 16.952
test.each([
  [{ years: 1 }, '2026-11-22', '2027-11-21', '1 year'],
  [{ years: 2 }, '2028-02-29', '2030-02-28', '2 years'],
  [{ months: 1 }, '2027-01-31', '2027-02-28', '1 month'],
  [{ months: 6 }, '2026-11-22', '2027-05-21', '6 months'],
  [{ days: 1 }, '2026-11-22', '2026-11-22', '1 day'],
  [{ days: 30 }, '2026-11-22', '2026-12-21', '30 days'],
  [WINTER.valid, '2027-02-01', '2027-03-31', '1 Dec 2026 to 31 Mar 2027'],
])('a passport of %j from %s is valid until %s', (valid, firstDay, lastDay, words) => {
  expect(lastDayOfKind({ valid }, firstDay)).toBe(lastDay);
  const line = `Adult ¥9,800 (${words}, 10% consumption tax included)`;
  expect(kindLine({ ...ADULT, valid }, 'en')).toBe(line);
});

// @proves 16.952
test.each([
  ['2014-11-22', '2026-11-21', ['child']],
  ['2014-11-22', '2026-11-22', ['adult']],
  ['1961-11-21', '2026-11-21', ['adult', 'senior']],
  ['1990-01-01', '2026-12-01', ['adult', 'winter']],
  ['1990-01-01', '2027-04-01', ['adult']],
  // Nothing is known of the age of another adult but that it is no child.
  [null, '2026-11-21', ['adult', 'senior']],
])('who was born on %s and starts on %s can have %j', (born, firstDay, ids) => {
  const passes = { childBelow: 12, kinds: [ADULT, CHILD, SENIOR, WINTER] };
  expect(kindsFor(passes, { born, firstDay, today: TODAY }).map(({ id }) => id)).toEqual(ids);
});

// @proves 16.953
test('a kind is on sale within its days, and never where it is not sold', () => {
  const sold = { from: '2026-11-21', until: '2026-12-24' };
  const on = (day: string, kind: Partial<PassportKind>) => isOnSale({ ...ADULT, ...kind }, day);
  expect(
    ['2026-11-20', '2026-11-21', '2026-12-24', '2026-12-25'].map((day) => on(day, { sold })),
  ).toEqual([false, true, true, false]);
  expect(on(TODAY, { sold: false })).toBe(false);
  expect(on('2027-04-01', { valid: WINTER.valid })).toBe(false);
  const later = { ...ADULT, sold: { from: '2027-01-01' } };
  expect(nextSale([ADULT, { ...ADULT, sold: { from: '2027-02-01' } }, later], TODAY)).toBe(
    '2027-01-01',
  );
  expect(nextSale([ADULT], TODAY)).toBeUndefined();
});

// @proves 16.951
test('a rule says until when a passport can be given back, and has its sentence', () => {
  const facts = { firstDay: '2026-12-10', boughtOn: TODAY, used: false };
  const rules = [
    ADULT,
    { ...CHILD, cancel: { unused: 14 } },
    { ...SENIOR, cancel: 'never' as const },
  ];
  expect(rules.map((kind) => lastDayToCancel(kind, facts))).toEqual([
    '2026-12-09',
    '2026-12-05',
    null,
  ]);
  expect(lastDayToCancel({ cancel: { unused: 14 } }, { ...facts, used: true })).toBeNull();
  expect(cancelRules([ADULT, CHILD], 'en')).toEqual([
    'It can be cancelled until the day before the start date, with a full refund.',
  ]);
  expect(
    cancelRules(
      rules.slice(1).map((kind) => ({ ...kind, name: { ja: kind.id, en: kind.id } })),
      'en',
    ),
  ).toEqual([
    'child: It can be cancelled within 14 days of the purchase while it has not been used, with a full refund.',
    'senior: It cannot be cancelled once it is paid.',
  ]);
});
