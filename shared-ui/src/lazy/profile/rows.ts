import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { JAPAN, type Locale, type ProfileField } from '@portal/shared-contract';

/** The fields that the form holds. The language of mails is changed in the settings. */
export type FormField = Exclude<ProfileField, 'locale'>;
/** The fields with a control of their own; the phone number's country is part of its control. */
export type ProfileFieldName = Exclude<FormField, 'phone_country_code'>;

type Row = {
  /** What members call the field, in the form and where its change is checked. */
  readonly label: MessageDescriptor;
  /** The label of a box to tick, which says what the member agrees to. */
  readonly statement?: MessageDescriptor;
  readonly autoComplete?: string;
};

export const ROWS: Readonly<Record<FormField, Row>> = {
  last_name: { label: msg`Last name`, autoComplete: 'family-name' },
  first_name: { label: msg`First name`, autoComplete: 'given-name' },
  last_name_kana: { label: msg`Last name in katakana` },
  first_name_kana: { label: msg`First name in katakana` },
  date_of_birth: { label: msg`Date of birth` },
  gender: { label: msg`Gender` },
  country: { label: msg`Country or region`, autoComplete: 'country' },
  postal_code: { label: msg`Postal code`, autoComplete: 'postal-code' },
  prefecture: { label: msg`Prefecture`, autoComplete: 'address-level1' },
  prefecture_name: { label: msg`State, province or region`, autoComplete: 'address-level1' },
  city: { label: msg`City`, autoComplete: 'address-level2' },
  address: { label: msg`Street address`, autoComplete: 'address-line1' },
  phone: { label: msg`Phone number` },
  phone_country_code: { label: msg`Country of the number` },
  email_opt_in: {
    label: msg`News by email`,
    statement: msg`I would like to receive news by email`,
  },
};

/** A field with a row of its own, or fields that stand side by side. */
export type Place = ProfileFieldName | readonly ProfileFieldName[];
export type Group = 'person' | 'address' | 'news';
/** Which of the country's fields a form asks for. A form without it asks for all of them. */
export type AsksFor = (field: ProfileFieldName, country: string) => boolean;

/** The fields of a name, in the order of the language: the family name first in Japanese. */
function nameFields(locale: Locale): readonly (readonly ProfileFieldName[])[] {
  const pairs = [
    ['last_name', 'first_name'],
    ['last_name_kana', 'first_name_kana'],
  ] as const;
  return locale === 'ja' ? pairs : pairs.map((pair) => [...pair].reverse());
}

/** The fields' places, from top to bottom. No country counts as one other than Japan, which needs less. */
export function placesOf(
  country: string,
  locale: Locale,
): Readonly<Record<Group, readonly Place[]>> {
  const inJapan = country === JAPAN;
  return {
    // First, because the country decides which other fields there are.
    person: ['country', ...nameFields(locale).slice(0, inJapan ? 2 : 1), 'date_of_birth', 'gender'],
    address: inJapan
      ? ['postal_code', 'prefecture', 'city', 'address', 'phone']
      : ['address', 'city', ['prefecture_name', 'postal_code'], 'phone'],
    news: ['email_opt_in'],
  };
}

/** The fields that the form asks for in this country, in the order of the form in this language. */
export function askedFields(
  country: string,
  locale: Locale = 'ja',
  asksFor?: AsksFor,
): readonly ProfileFieldName[] {
  return Object.values(askedPlaces(country, locale, asksFor)).flat(2);
}

/** The places of a form that asks for some of the country's fields. A group may have none. */
export function askedPlaces(
  country: string,
  locale: Locale,
  asksFor: AsksFor = () => true,
): Readonly<Record<Group, readonly Place[]>> {
  const asked = (places: readonly Place[]) =>
    places.flatMap((place): Place[] => {
      const fields = [place].flat().filter((field) => asksFor(field, country));
      return fields.length > 1 ? [fields] : fields;
    });
  const { person, address, news } = placesOf(country, locale);
  return { person: asked(person), address: asked(address), news: asked(news) };
}

/** Every field, in the order in which changes are checked: that of the form. */
export function fieldOrder(locale: Locale): readonly FormField[] {
  const first = ['country' as const, ...nameFields(locale).flat()];
  return [...first, ...(Object.keys(ROWS) as FormField[]).filter((field) => !isIn(first, field))];
}

const isIn = (fields: readonly FormField[], field: FormField): boolean => fields.includes(field);
