import { type Locale, PROFILE_FIELD_NAMES, type Profile } from '@portal/shared-contract';
import { COMPLETE_PROFILE } from '@portal/shared-contract/testing';
import { placesOf } from './profile/rows.ts';
import { changeRows } from './profile-changes.ts';

const PREFECTURE = COMPLETE_PROFILE.prefecture;
const rowsOf = (changes: Profile, locale: Locale = 'en') =>
  changeRows({
    original: COMPLETE_PROFILE,
    changes,
    prefectures: [PREFECTURE],
    phones: { before: '090-1234-5678', after: undefined },
    locale,
    i18n: { _: (text) => (typeof text === 'string' ? text : (text.message ?? text.id)) },
  });

const SHOWN = PROFILE_FIELD_NAMES.filter(
  (field) => field !== 'locale' && COMPLETE_PROFILE[field] !== null,
);
test.each(SHOWN)('a cleared %s has a row with its label and its old value', (field) => {
  const [row, ...others] = rowsOf({ [field]: null });
  expect(row).toEqual({
    field,
    label: expect.stringMatching(/./),
    before: expect.stringMatching(/./),
    after: undefined,
  });
  expect(others).toEqual([]);
});

test('shows the rows in the order of the form, and no row for the country of a changed number', () => {
  const changes = { phone: null, phone_country_code: null, city: null, last_name: null };
  expect(rowsOf(changes).map(({ label }) => label)).toEqual(['Last name', 'City', 'Phone number']);
});

// @proves 13.61
test.each([
  ['ja', ['last_name', 'first_name', 'last_name_kana', 'first_name_kana']],
  ['en', ['first_name', 'last_name', 'first_name_kana', 'last_name_kana']],
] as const)('names are checked in the order in which the form in %s has them', (locale, order) => {
  const changes = { last_name: 'b', first_name: 'a', last_name_kana: 'イ', first_name_kana: 'ア' };
  expect(rowsOf(changes, locale).map(({ field }) => field)).toEqual(order);
  expect(placesOf('JP', locale).person.slice(1, 3).flat()).toEqual(order);
});
