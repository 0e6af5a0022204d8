import { datePartsOf } from '@portal/kit/contract';
import { VALIDATION_TEXTS } from '@portal/kit/i18n/validation-texts';
import { ADULT, CHILD } from '@portal/kit/testing/passports';
import type { HolderFields } from './flow.ts';
import { holderErrors, holderOf } from './holder-errors.ts';

const TODAY = '2026-11-21';
const SELLING = { kinds: [ADULT, CHILD], childBelow: 12, memberBorn: '1990-04-12' };
const member: HolderFields = {
  kind: 'member',
  last_name: '',
  first_name: '',
  email: '',
  kind_id: '',
  date_of_birth: datePartsOf(null),
  usage_start_date: datePartsOf('2026-12-01'),
};
const child: HolderFields = {
  ...member,
  kind: 'child',
  last_name: '山田',
  first_name: 'さくら',
  date_of_birth: datePartsOf('2020-05-05'),
};
const adult: HolderFields = {
  ...member,
  kind: 'adult',
  last_name: '田中',
  first_name: '太郎',
  email: 'taro@example.com',
};
const from = (holder: HolderFields, start: string): HolderFields => ({
  ...holder,
  usage_start_date: datePartsOf(start),
});
const born = (date: string, start: string): HolderFields =>
  from({ ...child, date_of_birth: datePartsOf(date) }, start);

// @proves 5.15 5.39 14.477
test.each([
  ['accepts a member and a start date in range', member, {}],
  ['accepts today', from(member, TODAY), {}],
  ['refuses yesterday', from(member, '2026-11-20'), { usage_start_date: 'usage_start_date.past' }],
  ['accepts the same day of the next year', from(member, '2027-11-21'), {}],
  [
    'refuses the day after that',
    from(member, '2027-11-22'),
    { usage_start_date: 'usage_start_date.too_late' },
  ],
  [
    'refuses a date that does not exist',
    from(member, '2027-02-29'),
    { usage_start_date: 'required.usage_start_date' },
  ],
  ['requires a start date', from(member, ''), { usage_start_date: 'required.usage_start_date' }],
  ['accepts a child', child, {}],
  ['accepts another adult', adult, {}],
  [
    'accepts an adult without the date of birth of a child',
    { ...adult, date_of_birth: datePartsOf('2026-11-22') },
    {},
  ],
  [
    'requires name and address of another adult',
    { ...adult, last_name: '', first_name: ' ', email: '' },
    { last_name: 'required.last_name', first_name: 'required.first_name', email: 'required.email' },
  ],
  ['refuses what is no address', { ...adult, email: 'taro' }, { email: 'format.email' }],
  [
    'requires the name of a child',
    { ...child, last_name: ' ', first_name: '' },
    { last_name: 'required.last_name', first_name: 'required.first_name' },
  ],
  [
    'refuses a date of birth in the future',
    born('2026-11-22', '2026-12-01'),
    { date_of_birth: 'required.date_of_birth_rules.current_day' },
  ],
  [
    'says that a child enters free on the day before the third birthday',
    born('2023-12-02', '2026-12-01'),
    { date_of_birth: 'children_under_3_free' },
  ],
  ['accepts a child on the third birthday', born('2023-12-01', '2026-12-01'), {}],
  [
    'says that a child born on 29 February enters free on 28 February three years later',
    born('2024-02-29', '2027-02-28'),
    { date_of_birth: 'children_under_3_free' },
  ],
  [
    'accepts a child born on 29 February on 1 March three years later',
    born('2024-02-29', '2027-03-01'),
    {},
  ],
  ['accepts a child on the day before the twelfth birthday', born('2014-12-02', '2026-12-01'), {}],
  [
    'refuses a child on the twelfth birthday',
    born('2014-12-01', '2026-12-01'),
    { date_of_birth: 'child_too_old' },
  ],
  ['refuses a child born in 1990', born('1990-01-01', TODAY), { date_of_birth: 'child_too_old' }],
] as const)('%s', (_name, holder, problems) => {
  expect(holderErrors(holder as HolderFields, TODAY, SELLING)).toEqual(problems);
});

test('sends name and date of birth of a child, and nothing of the member', () => {
  expect(holderOf(member)).toEqual({ kind: 'member' });
  expect(holderOf(child)).toEqual({
    kind: 'child',
    last_name: '山田',
    first_name: 'さくら',
    date_of_birth: '2020-05-05',
  });
});

// @proves 5.552
test.each([child, adult])('says of somebody else nothing that is about the member', (holder) => {
  const empty = { last_name: '', first_name: '', email: '', date_of_birth: datePartsOf(null) };
  const keys = Object.values(holderErrors({ ...holder, ...empty }, TODAY, SELLING));
  expect(keys.length).toBeGreaterThan(2);
  for (const key of keys) {
    const { message } = VALIDATION_TEXTS[key as keyof typeof VALIDATION_TEXTS];
    expect(message).not.toMatch(/\byour?\b/);
  }
});
