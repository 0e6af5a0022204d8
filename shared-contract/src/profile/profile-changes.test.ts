import { COMPLETE_PROFILE } from '../testing/profile.ts';
import { PROFILE_FIELD_NAMES } from './fields.ts';
import { profileChanges } from './profile-changes.ts';
import type { ProfileFields } from './user.ts';

const original: ProfileFields = { ...COMPLETE_PROFILE, last_name_kana: null };

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
  ['no to emails, which is an answer', { email_opt_in: false }, { email_opt_in: false }],
  ['the same prefecture', { prefecture: { id: 13 } }, {}],
  ['another prefecture', { prefecture: { id: 27 } }, { prefecture: { id: 27 } }],
  ['no prefecture any more', { prefecture: null }, { prefecture: null }],
] as const)('%s', (_why, edited, payload) => {
  expect(profileChanges(original, edited)).toEqual(payload);
});

test.each(PROFILE_FIELD_NAMES)(
  '%s is sent only when it changes, and null when it is cleared',
  (field) => {
    const value = COMPLETE_PROFILE[field];
    expect(profileChanges(COMPLETE_PROFILE, { [field]: value })).toEqual({});
    const cleared = profileChanges(COMPLETE_PROFILE, { [field]: null });
    expect(cleared).toEqual(value === null ? {} : { [field]: null });
  },
);
