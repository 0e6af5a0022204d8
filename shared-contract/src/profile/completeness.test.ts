import {
  isProfileComplete,
  missingProfileFields,
  type ProfileFacts,
  REQUIRED_ABROAD,
  REQUIRED_IN_JAPAN,
} from './completeness.ts';

const inJapan: ProfileFacts = {
  first_name: '花子',
  last_name: '山田',
  first_name_kana: 'ハナコ',
  last_name_kana: 'ヤマダ',
  date_of_birth: '1990-04-05',
  gender: 'female',
  postal_code: '1000001',
  phone: '+819012345678',
  phone_country_code: 'JP',
  address: '千代田1-1',
  city: '千代田区',
  prefecture: { id: 13, name: { ja: '東京都', en: 'Tokyo' } },
  email_opt_in: true,
  country: 'JP',
};
const abroad: ProfileFacts = {
  ...inJapan,
  country: 'FR',
  first_name_kana: null,
  last_name_kana: null,
  postal_code: null,
  address: null,
  prefecture: null,
};

// @proves 3.9 3.10
test('a profile with every field of its country is complete', () => {
  expect(isProfileComplete(inJapan)).toBe(true);
  expect(isProfileComplete(abroad)).toBe(true);
});

// @proves 3.9
test.each(REQUIRED_IN_JAPAN.filter((field) => field !== 'country'))(
  'in Japan a profile without %s is incomplete',
  (field) => {
    expect(missingProfileFields({ ...inJapan, [field]: null })).toEqual([field]);
  },
);

// @proves 3.10
test.each(REQUIRED_ABROAD)('abroad a profile without %s is incomplete', (field) => {
  expect(missingProfileFields({ ...abroad, [field]: null })).toEqual([field]);
});

// @proves 3.11
test.each(['', ' ', '　', '\t\n'])('the name %j counts as empty', (blank) => {
  expect(missingProfileFields({ ...inJapan, last_name: blank })).toEqual(['last_name']);
});

// @proves 3.11
test('refusing e-mails counts as filled in', () => {
  expect(isProfileComplete({ ...inJapan, email_opt_in: false })).toBe(true);
});

test('a new member lacks every required field, in the order of the list', () => {
  const nothing: ProfileFacts = {
    first_name: null,
    last_name: null,
    first_name_kana: null,
    last_name_kana: null,
    date_of_birth: null,
    gender: null,
    postal_code: null,
    phone: null,
    phone_country_code: null,
    address: null,
    city: null,
    prefecture: null,
    email_opt_in: null,
    country: null,
  };
  expect(missingProfileFields(nothing)).toEqual([...REQUIRED_ABROAD]);
  expect(missingProfileFields({ ...nothing, country: 'JP' })).toEqual(
    REQUIRED_IN_JAPAN.filter((field) => field !== 'country'),
  );
});
