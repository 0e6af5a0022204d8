import { datePartsOf } from '@portal/shared-contract';
import type { Who } from './flow.ts';
import { holderOf, whoProblems } from './who-problems.ts';

const TODAY = '2026-11-21';
const member: Who = {
  kind: 'member',
  last_name: '',
  first_name: '',
  date_of_birth: datePartsOf(null),
  usage_start_date: datePartsOf('2026-12-01'),
};
const child: Who = {
  ...member,
  kind: 'child',
  last_name: '山田',
  first_name: 'さくら',
  date_of_birth: datePartsOf('2020-05-05'),
};
const from = (who: Who, start: string): Who => ({ ...who, usage_start_date: datePartsOf(start) });
const born = (date: string, start: string): Who =>
  from({ ...child, date_of_birth: datePartsOf(date) }, start);

test.each([
  ['a member from a day that can be chosen', member, {}],
  ['today', from(member, TODAY), {}],
  ['yesterday', from(member, '2026-11-20'), { usage_start_date: 'usage_start_date.past' }],
  ['a year from today', from(member, '2027-11-21'), {}],
  ['a day more', from(member, '2027-11-22'), { usage_start_date: 'usage_start_date.too_late' }],
  [
    'a day that does not exist',
    from(member, '2027-02-29'),
    { usage_start_date: 'required.usage_start_date' },
  ],
  ['no day', from(member, ''), { usage_start_date: 'required.usage_start_date' }],
  ['a child', child, {}],
  [
    'a child without a name',
    { ...child, last_name: ' ', first_name: '' },
    { last_name: 'required.last_name', first_name: 'required.first_name' },
  ],
  [
    'a child not born yet',
    born('2026-11-22', '2026-12-01'),
    { date_of_birth: 'required.date_of_birth_rules.current_day' },
  ],
  [
    'a child on the day before the third birthday',
    born('2023-12-02', '2026-12-01'),
    { date_of_birth: 'children_under_3_free' },
  ],
  ['a child on the third birthday', born('2023-12-01', '2026-12-01'), {}],
  [
    'a child born on 29 February, on 28 February three years later',
    born('2024-02-29', '2027-02-28'),
    { date_of_birth: 'children_under_3_free' },
  ],
  ['and on 1 March', born('2024-02-29', '2027-03-01'), {}],
] as const)('%s', (_name, who, problems) => {
  expect(whoProblems(who as Who, TODAY)).toEqual(problems);
});

test('the child goes to the server by name and date, the member by nothing', () => {
  expect(holderOf(member)).toEqual({ kind: 'member' });
  expect(holderOf(child)).toEqual({
    kind: 'child',
    last_name: '山田',
    first_name: 'さくら',
    date_of_birth: '2020-05-05',
  });
});
