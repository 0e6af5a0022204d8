import * as v from 'valibot';
import { todayInJapan } from '../calendar.ts';
import { daysInMonth } from '../dates.ts';
import { DateOfBirthSchema, dateOfBirthProblem, datePartsOf, isoDate } from './date-of-birth.ts';

const TODAY = '2026-11-21';
const RULES = 'required.date_of_birth_rules';

describe('the rules for a date of birth, in their order', () => {
  // @proves 5.1 5.2 5.3 5.4 5.5 5.6 5.7 5.8 5.9 5.10 5.11 5.16 5.40
  test.each([
    // year, month, day, message key
    ['', '', '', 'required.date_of_birth'],
    ['', '4', '12', `${RULES}.year`],
    ['', 'x', 'x', `${RULES}.year`],
    ['199x', '4', '12', 'type.numeric_only'],
    ['19.9', '', '', 'type.numeric_only'],
    ['-199', '4', '12', 'type.numeric_only'],
    ['199', '4', '12', `${RULES}.year_format`],
    ['19900', '4', '12', `${RULES}.year_format`],
    ['199', '', '', `${RULES}.year_format`],
    ['1990', '', '12', `${RULES}.month`],
    ['1990', '', '', `${RULES}.month`],
    ['1990', '0', '12', `${RULES}.month_range`],
    ['1990', '13', '12', `${RULES}.month_range`],
    ['1990', 'x', '12', `${RULES}.month_range`],
    ['1990', '13', '', `${RULES}.month_range`],
    ['1990', '4', '', `${RULES}.day`],
    ['1990', '4', 'x', 'type.numeric_only'],
    ['1990', '4', '1.5', 'type.numeric_only'],
    ['1990', '4', '0', `${RULES}.day_range`],
    ['1990', '4', '31', `${RULES}.day_range`],
    ['1990', '1', '32', `${RULES}.day_range`],
    ['2023', '2', '29', `${RULES}.day_range`],
    ['1900', '2', '29', `${RULES}.day_range`],
    ['2024', '2', '30', `${RULES}.day_range`],
    ['2026', '11', '22', `${RULES}.current_day`],
    ['2027', '1', '1', `${RULES}.current_day`],
    ['9999', '12', '31', `${RULES}.current_day`],
    ['1899', '12', '31', `${RULES}.year_range`],
    ['2026', '11', '21', undefined],
    ['1900', '1', '1', undefined],
    ['2024', '2', '29', undefined],
    ['2000', '2', '29', undefined],
    ['1990', '04', '05', undefined],
    ['１９９０', '４', '１２', undefined],
    [' 1990 ', '4', '12', undefined],
  ])('the date %j-%j-%j gives the problem %s', (year, month, day, key) => {
    expect(dateOfBirthProblem({ year, month, day }, { today: TODAY, required: true })).toBe(key);
  });

  test('an optional date may be empty but not incomplete', () => {
    expect(dateOfBirthProblem({ year: '', month: '', day: '' }, { today: TODAY })).toBeUndefined();
    expect(dateOfBirthProblem({ year: '1990', month: '', day: '' }, { today: TODAY })).toBe(
      `${RULES}.month`,
    );
  });

  // @proves 5.12
  test('a disabled date of birth is not validated', () => {
    const nonsense = { year: 'x', month: '99', day: '' };
    expect(dateOfBirthProblem(nonsense, { required: true, disabled: true })).toBeUndefined();
  });
});

// @proves 5.14
test.each([
  [2023, 1, 31],
  [2023, 2, 28],
  [2024, 2, 29],
  [1900, 2, 28],
  [2000, 2, 29],
  [2023, 4, 30],
  [2023, 6, 30],
  [2023, 9, 30],
  [2023, 11, 30],
  [2023, 12, 31],
  [2023, 0, 31],
  [2023, 13, 31],
])('in the year %i the month %i has %i days', (year, month, days) => {
  expect(daysInMonth(year, month)).toBe(days);
});

// @proves 5.47
test.each([
  ['2026-11-20T14:59:59Z', '2026-11-20'],
  ['2026-11-20T15:00:00Z', '2026-11-21'],
  ['2024-02-28T15:00:00Z', '2024-02-29'],
])('at %s the date in Japan is %s', (moment, date) => {
  expect(todayInJapan(new Date(moment))).toBe(date);
});

test('a date survives the conversion to parts and back', () => {
  expect(isoDate({ year: '１９９０', month: '4', day: '5' })).toBe('1990-04-05');
  expect(isoDate({ year: '', month: '', day: '' })).toBe('');
  expect(datePartsOf('1990-04-05')).toEqual({ year: '1990', month: '04', day: '05' });
  expect(datePartsOf(null)).toEqual({ year: '', month: '', day: '' });
});

// @proves 3.4 5.16
test.each([
  ['1990-04-12', '1990-04-12'],
  ['1990-4-12', '1990-04-12'],
  ['１９９０-04-12', '1990-04-12'],
  ['', null],
  [null, null],
])('the API reads %j as %j', (given, stored) => {
  expect(v.parse(DateOfBirthSchema, given)).toBe(stored);
});

// @proves 5.13
test.each([
  ['1990-02-30', `${RULES}.day_range`],
  ['1899-12-31', `${RULES}.year_range`],
  ['12.4.1990', 'type.numeric_only'],
  ['90-1-1', `${RULES}.year_format`],
  ['1990', `${RULES}.month`],
  ['1990-13-01', `${RULES}.month_range`],
  ['1990-04', `${RULES}.day`],
  ['1990-04-xx', 'type.numeric_only'],
  ['1990-04-05T00:00', 'type.numeric_only'],
  ['-04-05', `${RULES}.year`],
  ['--', 'required.date_of_birth'],
])('the API refuses %j with %s', (given, key) => {
  expect(v.safeParse(DateOfBirthSchema, given).issues?.[0]?.message).toBe(key);
});
