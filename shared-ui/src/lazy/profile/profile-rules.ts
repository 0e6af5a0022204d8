import {
  AddressLineSchema,
  CitySchema,
  CountrySchema,
  dateOfBirthProblem,
  JAPAN,
  JapanesePostalCodeSchema,
  KanaSchema,
  NameSchema,
  PhoneSchema,
  PostalCodeSchema,
  PrefectureNameSchema,
  REQUIRED_ABROAD,
  REQUIRED_IN_JAPAN,
  todayInJapan,
} from '@portal/shared-contract';
import * as v from 'valibot';
import { checkFields } from '../../form/check-fields.ts';
import { loadedPhoneNumbers, type PhoneNumbers } from '../phone/load-phone-numbers.ts';
import { type ProfileValues, ProfileValuesSchema } from './profile-values.ts';

/** The fields in the order of the form; each is also the name of its control. */
export const PROFILE_FIELDS = [
  'last_name',
  'first_name',
  'last_name_kana',
  'first_name_kana',
  'date_of_birth',
  'gender',
  'country',
  'postal_code',
  'prefecture',
  'prefecture_name',
  'city',
  'address',
  'phone',
  'email_opt_in',
] as const;
export type ProfileFieldName = (typeof PROFILE_FIELDS)[number];

const ONLY_IN_JAPAN: readonly ProfileFieldName[] = [
  'last_name_kana',
  'first_name_kana',
  'prefecture',
];

/** Whether the form asks a member in this country for a field (product §13.3). */
export function isAsked(field: ProfileFieldName, country: string): boolean {
  if (field === 'prefecture_name') return country !== JAPAN;
  return country === JAPAN || !ONLY_IN_JAPAN.includes(field);
}

/** Whether a complete profile needs the field (product §3.9 and §3.10). */
export function isRequired(field: ProfileFieldName, country: string): boolean {
  const list: readonly string[] = country === JAPAN ? REQUIRED_IN_JAPAN : REQUIRED_ABROAD;
  return list.includes(field);
}

export type ProfileRules = {
  /** Today in Japan, YYYY-MM-DD. */
  readonly today: string;
  /** Absent until it is loaded; until then only the number's length is checked. */
  readonly numbers?: PhoneNumbers | undefined;
};

/** The schema of the profile's form. */
export const ProfileFormSchema = v.pipe(
  ProfileValuesSchema,
  checkFields((values) =>
    profileErrors(values, { today: todayInJapan(new Date()), numbers: loadedPhoneNumbers() }),
  ),
);

/** Returns the message keys of a profile's errors by field, in the order of the form. */
export function profileErrors(
  values: ProfileValues,
  rules: ProfileRules,
): Readonly<Partial<Record<ProfileFieldName, string>>> {
  const errors: Partial<Record<ProfileFieldName, string>> = {};
  for (const field of PROFILE_FIELDS) {
    if (!isAsked(field, values.country)) continue;
    const error = errorOf(field, values, rules);
    if (error) errors[field] = error;
  }
  return errors;
}

function errorOf(
  field: ProfileFieldName,
  values: ProfileValues,
  { today, numbers }: ProfileRules,
): string | undefined {
  const required = isRequired(field, values.country);
  // This function also checks whether the date is there (product §5.1).
  if (field === 'date_of_birth')
    return dateOfBirthProblem(values.date_of_birth, { today, required });
  // An unchecked box counts as filled in (product §3.11).
  if (field === 'email_opt_in') return undefined;
  const value = values[field];
  if (value.trim() === '') return required ? `required.${field}` : undefined;
  if (field === 'gender' || field === 'prefecture') return undefined;
  if (field === 'phone' && numbers) {
    return numbers.phoneNumberProblem({ number: value, country: values.phone_country_code });
  }
  return v.safeParse(schemaOf(field, values.country), value).issues?.[0].message;
}

type TextField = Exclude<
  ProfileFieldName,
  'date_of_birth' | 'email_opt_in' | 'gender' | 'prefecture'
>;

function schemaOf(field: TextField, country: string): v.GenericSchema {
  switch (field) {
    case 'last_name':
    case 'first_name':
      return NameSchema;
    case 'last_name_kana':
    case 'first_name_kana':
      return KanaSchema;
    case 'country':
      return CountrySchema;
    case 'postal_code':
      return country === JAPAN ? JapanesePostalCodeSchema : PostalCodeSchema;
    case 'prefecture_name':
      return PrefectureNameSchema;
    case 'city':
      return CitySchema;
    case 'address':
      return AddressLineSchema;
    case 'phone':
      return PhoneSchema;
  }
}
