import {
  dateOfBirthProblem,
  isRequired,
  JAPAN,
  JapanesePostalCodeSchema,
  PROFILE_SCHEMAS,
  phoneLengthProblem,
  todayInJapan,
} from '@portal/shared-contract';
import { activeLocale } from '@portal/shared-i18n';
import { hasValidationText } from '@portal/shared-i18n/validation-texts';
import * as v from 'valibot';
import { checkFields } from '../../form/check-fields.ts';
import { loadedPhoneNumbers, type PhoneNumbers } from '../phone/load-phone-numbers.ts';
import { inputOf, type ProfileValues, ProfileValuesSchema } from './profile-values.ts';
import { type AsksFor, askedFields, type ProfileFieldName } from './rows.ts';

export type ProfileRules = {
  /** Today in Japan, YYYY-MM-DD. */
  readonly today: string;
  /** Absent until it is loaded; until then only the number's length is checked. */
  readonly numbers?: PhoneNumbers | undefined;
  /** Absent in the form that asks for the whole profile. */
  readonly asksFor?: AsksFor | undefined;
};

/** The schema of a form that asks for some of the profile's fields, and checks no others. */
export const profileFormSchema = (asksFor?: AsksFor) =>
  v.pipe(
    ProfileValuesSchema,
    checkFields((values) =>
      profileErrors(values, {
        today: todayInJapan(new Date()),
        numbers: loadedPhoneNumbers(),
        asksFor,
      }),
    ),
  );

/** The schema of the form that asks for the whole profile. */
export const ProfileFormSchema = profileFormSchema();

/** Returns the message keys of a profile's errors by field, in the order of the form. */
export function profileErrors(
  values: ProfileValues,
  rules: ProfileRules,
): Readonly<Partial<Record<ProfileFieldName, string>>> {
  const errors: Partial<Record<ProfileFieldName, string>> = {};
  for (const field of askedFields(values.country, activeLocale(), rules.asksFor)) {
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
  // This function also checks whether the date is there.
  if (field === 'date_of_birth')
    return dateOfBirthProblem(values.date_of_birth, { today, required });
  const value = values[field];
  // An unchecked box counts as filled in.
  if (typeof value === 'string' && value.trim() === '') {
    return required ? requiredKey(field) : undefined;
  }
  if (field === 'phone') {
    const { phone: number, phone_country_code: country } = values;
    return numbers ? numbers.phoneNumberProblem({ number, country }) : phoneLengthProblem(number);
  }
  return v.safeParse(schemaOf(field, values.country), inputOf(field, values)).issues?.[0].message;
}

/** A field may have a text of its own for being empty; otherwise the common one is shown. */
function requiredKey(field: ProfileFieldName): string {
  const own = `required.${field}`;
  return hasValidationText(own) ? own : 'required';
}

function schemaOf(field: ProfileFieldName, country: string): v.GenericSchema {
  if (field === 'postal_code' && country === JAPAN) return JapanesePostalCodeSchema;
  return PROFILE_SCHEMAS[field];
}
