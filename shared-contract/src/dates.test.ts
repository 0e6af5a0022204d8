import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { todayInJapan } from './calendar.ts';
import { fullYearsOn, lastDayOf } from './dates.ts';
import { entersFree, usageStartProblem } from './passports/rules.ts';

// @proves 14.5
test.each([
  ['2026-04-01', '2027-03-31'],
  ['2026-01-01', '2026-12-31'],
  ['2027-03-01', '2028-02-29'],
  ['2028-03-01', '2029-02-28'],
  ['2027-02-28', '2028-02-27'],
  ['2028-02-28', '2029-02-27'],
  // The next year has no 29 February, so it is the last day of the month.
  ['2028-02-29', '2029-02-28'],
  ['2099-12-31', '2100-12-30'],
])('a passport from %s is valid until %s', (from, until) => {
  expect(lastDayOf(from)).toBe(until);
});

test.each([
  ['2023-11-21', '2026-11-20', 2],
  ['2023-11-21', '2026-11-21', 3],
  ['2024-02-29', '2027-02-28', 2],
  ['2024-02-29', '2027-03-01', 3],
  ['2024-02-29', '2028-02-28', 3],
  ['2024-02-29', '2028-02-29', 4],
  ['2024-03-01', '2027-02-28', 2],
  ['2023-02-28', '2024-02-28', 1],
  ['2023-12-31', '2024-01-01', 0],
])('somebody born on %s has on %s the age of %i', (born, date, years) => {
  expect(fullYearsOn(born, date)).toBe(years);
});

// @proves 5.15
test.each([
  ['2024-02-29', '2027-02-28', true],
  ['2024-02-29', '2027-03-01', false],
  ['2023-11-21', '2026-11-20', true],
  ['2023-11-21', '2026-11-21', false],
])('a child born on %s enters free on %s: %s', (born, start, free) => {
  expect(entersFree(born, start)).toBe(free);
});

// @proves 5.39
test.each([
  ['2026-11-21', '2026-11-20', 'usage_start_date.past'],
  ['2026-11-21', '2026-11-21', undefined],
  ['2026-11-21', '2027-11-21', undefined],
  ['2026-11-21', '2027-11-22', 'usage_start_date.too_late'],
  ['2028-02-29', '2029-02-28', undefined],
  ['2028-02-29', '2029-03-01', 'usage_start_date.too_late'],
  ['2026-11-21', '2027-02-29', 'required.usage_start_date'],
  ['2026-11-21', '', 'required.usage_start_date'],
  ['2026-11-21', 'tomorrow', 'required.usage_start_date'],
])('on %s a start on %s gives %s', (today, start, problem) => {
  expect(usageStartProblem(start, today)).toBe(problem);
});

/** Prints the results for dates around leap days, year ends and clock changes. */
const SCRIPT = `
const { todayInJapan } = await import(process.argv[1] + '/calendar.ts');
const { fullYearsOn, lastDayOf } = await import(process.argv[1] + '/dates.ts');
const { entersFree, usageStartProblem } = await import(process.argv[1] + '/passports/rules.ts');
const days = ['2024-02-28', '2024-02-29', '2024-03-01', '2026-03-08', '2026-03-29', '2026-10-25',
  '2026-12-31', '2027-01-01', '2027-02-28', '2027-03-01', '2028-02-29', '2100-02-28'];
const verdicts = [];
for (const day of days) {
  for (const hour of [0, 1, 2, 3, 9, 14, 15, 16, 23]) {
    const today = todayInJapan(new Date(Date.parse(day) + hour * 3600000 + 1799999));
    verdicts.push(today, lastDayOf(today), usageStartProblem(day, today) ?? '');
    for (const born of days) verdicts.push(fullYearsOn(born, today), entersFree(born, today));
  }
}
process.stdout.write(JSON.stringify(verdicts));
`;

// @proves 5.47
test('age, start and last day are the same in every time zone', () => {
  const zones = [
    'Asia/Tokyo',
    'UTC',
    'America/Los_Angeles',
    'America/St_Johns',
    'Europe/London',
    'Asia/Kolkata',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
  ];
  const source = `file://${path.resolve(import.meta.dirname, '.')}`;
  const verdicts = zones.map((TZ) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', SCRIPT, source], {
      env: { PATH: process.env.PATH ?? '', TZ },
      encoding: 'utf8',
    }),
  );
  expect(JSON.parse(verdicts[0] ?? '').length).toBeGreaterThan(2000);
  expect(new Set(verdicts).size).toBe(1);
});

// @proves 5.47
test.each([
  ['2026-11-20T14:59:59.999Z', '2026-11-20'],
  ['2026-11-20T15:00:00.000Z', '2026-11-21'],
  ['2028-02-28T15:00:00.000Z', '2028-02-29'],
  ['2027-02-28T15:00:00.000Z', '2027-03-01'],
  ['2026-12-31T15:00:00.000Z', '2027-01-01'],
])('at %s it is %s in Japan', (moment, day) => {
  expect(todayInJapan(new Date(moment))).toBe(day);
});
