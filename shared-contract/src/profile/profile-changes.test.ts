import type { ProfileFields } from './profile.ts';
import { changedFields, profileChanges } from './profile-changes.ts';

const original: ProfileFields = {
  first_name: '花子',
  last_name: '山田',
  first_name_kana: 'ハナコ',
  last_name_kana: null,
  date_of_birth: '1990-04-12',
  gender: 'female',
  postal_code: '1000005',
  phone: '+819012345678',
  phone_country_code: 'JP',
  address: '丸の内1-9-1',
  city: '千代田区',
  prefecture: { id: 13, name: { ja: '東京都', en: 'Tokyo' } },
  prefecture_name: null,
  country: 'JP',
  email_opt_in: true,
  locale: 'ja',
};

// @proves 5.26 5.27
test.each([
  ['the same said again', { first_name: '花子', email_opt_in: true }, {}],
  ['the same with spaces around it', { first_name: ' 花子 ' }, {}],
  ['empty before and after', { last_name_kana: '', prefecture_name: null }, {}],
  ['only spaces where nothing was', { last_name_kana: '\u3000 ' }, {}],
  ['not in the form', { first_name: undefined }, {}],
  ['another one', { first_name: '華子' }, { first_name: '華子' }],
  ['filled in', { last_name_kana: 'ヤマダ' }, { last_name_kana: 'ヤマダ' }],
  ['cleared', { address: '' }, { address: null }],
  ['cleared by null', { phone: null }, { phone: null }],
  ['cleared by spaces', { city: ' ' }, { city: null }],
  ['no to e-mails, which is an answer', { email_opt_in: false }, { email_opt_in: false }],
  ['the same prefecture', { prefecture: { id: 13 } }, {}],
  ['another prefecture', { prefecture: { id: 27 } }, { prefecture: { id: 27 } }],
  ['no prefecture any more', { prefecture: null }, { prefecture: null }],
] as const)('%s', (_why, edited, payload) => {
  expect(profileChanges(original, edited)).toEqual(payload);
  expect(changedFields(profileChanges(original, edited))).toEqual(Object.keys(payload));
});
