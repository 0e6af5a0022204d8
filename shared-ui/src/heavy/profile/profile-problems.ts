import {
  AddressLineSchema,
  CitySchema,
  CountrySchema,
  dateOfBirthProblem,
  isoDate,
  JAPAN,
  JapanesePostalCodeSchema,
  KanaSchema,
  NameSchema,
  PhoneSchema,
  PostalCodeSchema,
  PrefectureNameSchema,
  REQUIRED_ABROAD,
  REQUIRED_IN_JAPAN,
} from '@portal/shared-contract';
import * as v from 'valibot';
import type { FieldErrors } from '../../form/field-errors.ts';
import type { PhoneNumbers } from '../phone/load-phone-numbers.ts';
import type { ProfileValues } from './profile-values.ts';

/** The form's fields in their order; each is also the name of its control. */
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

/** Whether the form asks for a field of a member in this country. */
export function isAsked(field: ProfileFieldName, country: string): boolean {
  if (field === 'prefecture_name') return country !== JAPAN;
  return country === JAPAN || !ONLY_IN_JAPAN.includes(field);
}

/** Spec §3 «Profile completeness»: what must be filled in. */
export function isRequired(field: ProfileFieldName, country: string): boolean {
  const list: readonly string[] = country === JAPAN ? REQUIRED_IN_JAPAN : REQUIRED_ABROAD;
  return list.includes(field);
}

export type ProfileRules = {
  /** Today in Japan, YYYY-MM-DD. */
  readonly today: string;
  /** Absent while it has not arrived: then lengths alone are looked at. */
  readonly numbers?: PhoneNumbers | undefined;
};

/** What is wrong with a profile: a message key for each field that is not right, in the form's order. */
export function profileProblems(values: ProfileValues, rules: ProfileRules): FieldErrors {
  const problems: Record<string, string> = {};
  for (const field of PROFILE_FIELDS) {
    if (!isAsked(field, values.country)) continue;
    const problem = problemOf(field, values, rules);
    if (problem) problems[field] = problem;
  }
  return problems;
}

function problemOf(
  field: ProfileFieldName,
  values: ProfileValues,
  { today, numbers }: ProfileRules,
): string | undefined {
  const required = isRequired(field, values.country);
  // Spec §5 has the order of this one, the empty date included.
  if (field === 'date_of_birth') return dateOfBirthProblem(values.birth, { today, required });
  // Not ticked is an answer.
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

/** Whether a field is empty: passing through an empty field is no mistake yet. */
export function isUntouched(field: ProfileFieldName, values: ProfileValues): boolean {
  if (field === 'date_of_birth') return isoDate(values.birth) === '';
  const value = values[field];
  return typeof value === 'string' && value.trim() === '';
}
