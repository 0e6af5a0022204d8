import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  formatPostalCode,
  type Locale,
  type Prefecture,
  type Profile,
  type ProfileField,
  type ProfileFields,
} from '@portal/shared-contract';
import { formatBirthday, formatCountry } from './format-personal.ts';

/** A changed field with its old and new value as texts; undefined for an empty value. */
export type ChangeRow = {
  readonly field: ProfileField;
  readonly label: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
};

type Facts = {
  readonly original: ProfileFields;
  readonly changes: Profile;
  readonly prefectures: readonly Prefecture[];
  /** Both phone numbers as people write them. */
  readonly phones: { readonly before: string | undefined; readonly after: string | undefined };
  readonly locale: Locale;
  readonly i18n: Pick<I18n, '_'>;
};

/**
 * In the order of the form. Fields that change together with another field have no row of their
 * own.
 */
const LABELS = {
  last_name: msg`Last name`,
  first_name: msg`First name`,
  last_name_kana: msg`Last name in katakana`,
  first_name_kana: msg`First name in katakana`,
  date_of_birth: msg`Date of birth`,
  gender: msg`Gender`,
  country: msg`Country or region`,
  postal_code: msg`Postal code`,
  prefecture: msg`Prefecture`,
  prefecture_name: msg`State, province or region`,
  city: msg`City`,
  address: msg`Street address`,
  phone: msg`Phone number`,
  phone_country_code: msg`Country of the number`,
  email_opt_in: msg`News by e-mail`,
} as const;
type Shown = keyof typeof LABELS;

/** Returns the rows of the confirm step: each changed field with its old and new value. */
export function changeRows(facts: Facts): ChangeRow[] {
  const { original, changes, i18n } = facts;
  return (
    (Object.keys(LABELS) as Shown[])
      .filter((field) => changes[field] !== undefined)
      // The number says it already, unless the country alone was put right.
      .filter((field) => field !== 'phone_country_code' || changes.phone === undefined)
      .map((field) => ({
        field,
        label: i18n._(LABELS[field]),
        before: field === 'phone' ? facts.phones.before : inWords(field, original[field], facts),
        after: field === 'phone' ? facts.phones.after : inWords(field, changes[field], facts),
      }))
  );
}

function inWords(field: Shown, value: unknown, facts: Facts): string | undefined {
  const { i18n, locale } = facts;
  if (typeof value === 'boolean') {
    return value
      ? i18n._(msg({ message: 'Subscribed', context: 'news by e-mail' }))
      : i18n._(msg({ message: 'Not subscribed', context: 'news by e-mail' }));
  }
  if (typeof value === 'object' && value !== null && 'id' in value) {
    return facts.prefectures.find(({ id }) => id === value.id)?.name[locale];
  }
  if (typeof value !== 'string' || value === '') return undefined;
  switch (field) {
    case 'date_of_birth':
      return formatBirthday(value, locale);
    case 'gender':
      return i18n._(GENDERS[value as keyof typeof GENDERS]);
    case 'country':
    case 'phone_country_code':
      return formatCountry(value, locale);
    case 'postal_code':
      return formatPostalCode(value);
    default:
      return value;
  }
}

const GENDERS = {
  female: msg`Female`,
  male: msg`Male`,
  other: msg({ message: 'Other', context: 'gender' }),
} as const;
