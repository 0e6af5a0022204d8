import { readFileSync } from 'node:fs';
import { COMPLETE_PROFILE } from '../testing/profile.ts';
import {
  isProfileComplete,
  missingProfileFields,
  type ProfileFacts,
  requiredProfileFields,
} from './completeness.ts';
import { eachProfileField } from './fields.ts';
import { type ProfileFields, UserSchema } from './user.ts';

const inJapan: ProfileFacts = COMPLETE_PROFILE;
const abroad: ProfileFacts = {
  ...inJapan,
  country: 'FR',
  first_name_kana: null,
  last_name_kana: null,
  postal_code: null,
  address: null,
  prefecture: null,
};

const PRODUCT = readFileSync(new URL('../../../docs/product.md', import.meta.url), 'utf8');
/** The fields that a statement of docs/product.md names. */
function fieldsNamedBy(statement: string): string[] {
  const line = PRODUCT.split('\n').find((text) => text.startsWith(`- **${statement}** `)) ?? '';
  const names = [...line.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => name in UserSchema.entries).sort();
}

// @proves 3.1 3.2
test('the member object has exactly the fields that docs/product.md names', () => {
  const named = [...fieldsNamedBy('3.1'), ...fieldsNamedBy('3.2')];
  expect(named.sort()).toEqual(Object.keys(UserSchema.entries).sort());
});

// @proves 3.9 3.10
test('a complete profile needs exactly the fields that docs/product.md names', () => {
  expect(requiredProfileFields('JP').sort()).toEqual(fieldsNamedBy('3.9'));
  expect(requiredProfileFields('FR').sort()).toEqual(fieldsNamedBy('3.10'));
});

// @proves 3.9 3.10
test('a profile with every field of its country is complete', () => {
  expect(isProfileComplete(inJapan)).toBe(true);
  expect(isProfileComplete(abroad)).toBe(true);
});

// @proves 3.9
test.each(requiredProfileFields('JP').filter((field) => field !== 'country'))(
  'in Japan a profile without %s is incomplete',
  (field) => {
    expect(missingProfileFields({ ...inJapan, [field]: null })).toEqual([field]);
  },
);

// @proves 3.10
test.each(requiredProfileFields('FR'))('abroad a profile without %s is incomplete', (field) => {
  expect(missingProfileFields({ ...abroad, [field]: null })).toEqual([field]);
});

// @proves 3.11
test.each(['', ' ', '　', '\t\n'])('the name %j counts as empty', (blank) => {
  expect(missingProfileFields({ ...inJapan, last_name: blank })).toEqual(['last_name']);
});

// @proves 3.11
test('refusing emails counts as filled in', () => {
  expect(isProfileComplete({ ...inJapan, email_opt_in: false })).toBe(true);
});

test('a new member lacks every required field, in the order of the table', () => {
  const nothing = eachProfileField<ProfileFields>(() => null);
  expect(missingProfileFields(nothing)).toEqual(requiredProfileFields(null));
  expect(missingProfileFields({ ...nothing, country: 'JP' })).toEqual(
    requiredProfileFields('JP').filter((field) => field !== 'country'),
  );
});
