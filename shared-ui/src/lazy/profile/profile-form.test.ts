import {
  eachProfileField,
  type ProfileFields,
  profileChanges,
  requiredProfileFields,
} from '@portal/shared-contract';
import { COMPLETE_PROFILE } from '@portal/shared-contract/testing';
import { loadPhoneNumbers, type PhoneNumbers } from '../phone/load-phone-numbers.ts';
import { profileErrors } from './profile-rules.ts';
import { type ProfileValues, profileInputOf, profileValuesOf } from './profile-values.ts';
import { askedFields } from './rows.ts';
import { fieldsToFill } from './towns.ts';

const HANAKO: ProfileFields = COMPLETE_PROFILE;
const NOBODY = eachProfileField<ProfileFields>(() => null);

const TODAY = '2026-11-21';
let numbers: PhoneNumbers;
beforeAll(async () => {
  numbers = await loadPhoneNumbers();
});

const values = (change: Partial<ProfileValues> = {}): ProfileValues => ({
  ...profileValuesOf(HANAKO),
  ...change,
});
const problems = (change: Partial<ProfileValues>) =>
  profileErrors(values(change), { today: TODAY, numbers });
const changes = (original: ProfileFields, change: Partial<ProfileValues>) =>
  profileChanges(original, profileInputOf({ ...profileValuesOf(original), ...change }, numbers));

// @proves 13.3
test.each(['JP', 'FR'])('in %s the form asks for every field of a complete profile', (country) => {
  const asked: readonly string[] = askedFields(country);
  const required = requiredProfileFields(country).filter((field) => field !== 'phone_country_code');
  expect(required.filter((field) => !asked.includes(field))).toEqual([]);
});

test('an empty form has an error for every required field, in the order of the form', () => {
  const empty = profileValuesOf(NOBODY);
  expect(Object.values(profileErrors(empty, { today: TODAY }))).toEqual([
    'required.last_name',
    'required.first_name',
    'required.last_name_kana',
    'required.first_name_kana',
    'required.date_of_birth',
    'required.gender',
    'required.postal_code',
    'required.prefecture',
    'required.city',
    'required.address',
    'required.phone',
  ]);
});

test.each<[Partial<ProfileValues>, Record<string, string>]>([
  [{ last_name: '\u202Eabc' }, { last_name: 'format.characters' }],
  [{ last_name: 'あ'.repeat(101) }, { last_name: 'length.too_long' }],
  [{ last_name_kana: '山田' }, { last_name_kana: 'format.katakana' }],
  [{ last_name_kana: 'やまだ' }, {}],
  [{ postal_code: '100-001' }, { postal_code: 'format.postal_code' }],
  [{ postal_code: '１００ー０００１' }, {}],
  [{ country: 'FR', postal_code: '75005' }, {}],
  [{ phone: '090-1234-567' }, { phone: 'length.phone_too_short' }],
  [{ phone: '090-1234-56789' }, { phone: 'length.phone_too_long' }],
  [{ phone: '' }, { phone: 'required.phone' }],
  [
    { date_of_birth: { year: '2026', month: '11', day: '22' } },
    { date_of_birth: 'required.date_of_birth_rules.current_day' },
  ],
  [
    { date_of_birth: { year: '2001', month: '2', day: '29' } },
    { date_of_birth: 'required.date_of_birth_rules.day_range' },
  ],
  [
    { date_of_birth: { year: '', month: '', day: '' } },
    { date_of_birth: 'required.date_of_birth' },
  ],
])('%o has the errors %o', (change, found) => {
  expect(problems(change)).toEqual(found);
});

test.each<[string, Partial<ProfileValues>, object]>([
  ['only the changed field', { city: '港区' }, { city: '港区' }],
  ['hiragana as katakana', { last_name_kana: 'さとう' }, { last_name_kana: 'サトウ' }],
  ['nothing for the same kana typed in hiragana', { last_name_kana: 'やまだ' }, {}],
  [
    'nothing for the same date without zeros',
    { date_of_birth: { year: '1990', month: '4', day: '5' } },
    {},
  ],
  ['nothing for the same number with +81', { phone: '+81 90 1234 5678' }, {}],
  ['another number as E.164', { phone: '080-1234-5678' }, { phone: '+818012345678' }],
  [
    'a number of another country with that country',
    { phone: '+33 6 12 34 56 78', phone_country_code: 'JP' },
    { phone: '+33612345678', phone_country_code: 'FR' },
  ],
  ['a cleared number with its country', { phone: '' }, { phone: null, phone_country_code: null }],
  ['nothing for the same postal code in full width', { postal_code: '１００−０００１' }, {}],
  ['a prefecture by its code', { prefecture: '27' }, { prefecture: { id: 27 } }],
  ['a withdrawn opt-in', { email_opt_in: false }, { email_opt_in: false }],
  [
    'no prefecture after a move abroad, and keeps the kana',
    { country: 'FR', prefecture_name: 'Île-de-France' },
    { country: 'FR', prefecture: null, prefecture_name: 'Île-de-France' },
  ],
])('sends %s', (_what, change, sent) => {
  expect(changes(HANAKO, change)).toEqual(sent);
});

// @proves 5.26
test('does not send fields that were empty and still are', () => {
  const {
    country: _country,
    email_opt_in: _optIn,
    ...rest
  } = changes(NOBODY, { first_name: 'Ada' });
  expect(rest).toEqual({ first_name: 'Ada' });
});

const CHIYODA = { prefecture: '13', city: '千代田区', address: '千代田' };
// @proves 13.4
test.each([
  [{ prefecture: '', city: '', address: '' }, {}, CHIYODA],
  // Half of it beside what was typed would be another place.
  [{ prefecture: '', city: '港区', address: '' }, {}, {}],
  [{ prefecture: '27', city: '', address: '' }, {}, {}],
  [{ prefecture: '13', city: '', address: '' }, {}, { city: '千代田区', address: '千代田' }],
  [{ prefecture: '', city: '', address: '千代田1-1' }, {}, { prefecture: '13', city: '千代田区' }],
  [{ prefecture: '27', city: '大阪市', address: '梅田' }, {}, {}],
  [
    { prefecture: '27', city: '大阪市北区', address: '梅田1-1' },
    { prefecture: '27', city: '大阪市北区', address: '梅田' },
    {},
  ],
  [
    { prefecture: '27', city: '大阪市北区', address: '梅田' },
    { prefecture: '27', city: '大阪市北区', address: '梅田' },
    CHIYODA,
  ],
])('in %o, with %o filled in before, a town fills in %o', (now, filled, change) => {
  expect(fieldsToFill(now, filled, CHIYODA)).toEqual(change);
});

// @proves 13.4
test('the town of an earlier code goes where the new one has none', () => {
  const earlier = { prefecture: '27', city: '大阪市北区', address: '梅田' };
  const found = { prefecture: '25', city: '犬上郡甲良町', address: '' };
  expect(fieldsToFill(earlier, earlier, found)).toEqual(found);
});
