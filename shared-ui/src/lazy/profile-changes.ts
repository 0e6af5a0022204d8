/** The changes of a profile as texts, for checking before saving, and what it lacks. */
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  formatPostalCode,
  type Locale,
  missingProfileFields,
  PROFILE_FIELDS,
  type Prefecture,
  type Profile,
  type ProfileFacts,
  type ProfileFields,
} from '@portal/shared-contract';
import { formatDate } from '@portal/shared-i18n';
import { countryName } from './country-name.ts';
import { type FormField, fieldOrder, ROWS } from './profile/rows.ts';

/** A changed field with its old and new value as texts; undefined for an empty value. */
export type ChangeRow = {
  readonly field: FormField;
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

/** Returns the rows of the confirm step: each changed field with its old and new value, in the order of the form. */
export function changeRows(facts: Facts): ChangeRow[] {
  const { original, changes, i18n } = facts;
  return (
    fieldOrder(facts.locale)
      .filter((field) => changes[field] !== undefined)
      // The number says it already, unless the country alone was put right.
      .filter((field) => field !== 'phone_country_code' || changes.phone === undefined)
      .map((field) => ({
        field,
        label: i18n._(ROWS[field].label),
        before: field === 'phone' ? facts.phones.before : inWords(field, original[field], facts),
        after: field === 'phone' ? facts.phones.after : inWords(field, changes[field], facts),
      }))
  );
}

function inWords(field: FormField, value: unknown, facts: Facts): string | undefined {
  const { i18n, locale } = facts;
  if (typeof value === 'boolean') {
    return value
      ? i18n._(msg({ message: 'Subscribed', context: 'news by email' }))
      : i18n._(msg({ message: 'Not subscribed', context: 'news by email' }));
  }
  if (typeof value === 'object' && value !== null && 'id' in value) {
    return facts.prefectures.find(({ id }) => id === value.id)?.name[locale];
  }
  if (typeof value !== 'string' || value === '') return undefined;
  switch (PROFILE_FIELDS[field].kind) {
    case 'date_of_birth':
      return formatDate(value);
    case 'gender':
      return i18n._(GENDERS[value as keyof typeof GENDERS]);
    case 'country':
      return countryName(value, locale);
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

/** What a complete profile lacks, as the form calls it and in its order: "City and Phone number". */
export function missingLabels(
  profile: ProfileFacts,
  locale: Locale,
  i18n: Pick<I18n, '_'>,
): string | undefined {
  const missing: readonly string[] = missingProfileFields(profile);
  const labels = fieldOrder(locale)
    .filter((field) => missing.includes(field))
    // The number says it already.
    .filter((field) => field !== 'phone_country_code' || !missing.includes('phone'))
    .map((field) => i18n._(ROWS[field].label));
  if (labels.length === 0) return undefined;
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(labels);
}
