import { PERMISSION } from './permission.ts';
import { cardArrival, usageStartRange } from './rules.ts';

// @proves 9.22
test('90 and 93 are special permissions, an ordinary passport has 10', () => {
  expect(PERMISSION).toEqual({ ordinary: 10, staff: 90, showsRange: 93 });
});

// @proves 5.38 9.19
test('the picker of start dates reaches from today to the same day of the next year', () => {
  expect(usageStartRange('2026-11-22')).toEqual({ first: '2026-11-22', last: '2027-11-22' });
});

// @proves 14.80
test.each([
  ['JP', '2026-12-25', '2027-01-08'],
  ['FR', '2027-02-10', '2027-03-10'],
])('a physical card sent to %s and ordered on %s arrives by %s', (country, today, arrival) => {
  expect(cardArrival(today, country)).toBe(arrival);
});
