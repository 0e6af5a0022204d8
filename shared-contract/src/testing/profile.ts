import type { ProfileFields } from '../profile/user.ts';

/** The complete profile of a member in Japan. A new field has an example here, with which all packages test it. */
export const COMPLETE_PROFILE = {
  last_name: '山田',
  first_name: '花子',
  last_name_kana: 'ヤマダ',
  first_name_kana: 'ハナコ',
  date_of_birth: '1990-04-05',
  gender: 'female',
  country: 'JP',
  postal_code: '1000001',
  prefecture: { id: 13, name: { ja: '東京都', en: 'Tokyo' } },
  prefecture_name: null,
  city: '千代田区',
  address: '千代田1-1',
  phone: '+819012345678',
  phone_country_code: 'JP',
  email_opt_in: true,
  locale: 'ja',
} as const satisfies ProfileFields;
