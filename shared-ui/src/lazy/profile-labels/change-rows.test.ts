import { PROFILE_FIELD_NAMES, type Profile } from '@portal/shared-contract';
import { COMPLETE_PROFILE } from '@portal/shared-contract/testing';
import { changeRows } from './change-rows.ts';

const PREFECTURE = COMPLETE_PROFILE.prefecture;
const rowsOf = (changes: Profile) =>
  changeRows({
    original: COMPLETE_PROFILE,
    changes,
    prefectures: [PREFECTURE],
    phones: { before: '090-1234-5678', after: undefined },
    locale: 'en',
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
