/**
 * The table of the profile's fields. The member object (`user.ts`), the payload of PUT /me
 * (`profile.ts`), completeness, the profile form and the review of its changes are derived from it,
 * by the kind of each field. It is pure data, because the first page of every visit contains it.
 */

export const JAPAN = 'JP';

/** Maximum lengths, in characters as a reader counts them. */
export const NAME_MAX = 100;
const PLACE_MAX = 100;
const ADDRESS_MAX = 200;

export type FieldKind =
  | 'text'
  | 'kana'
  | 'date_of_birth'
  | 'gender'
  | 'country'
  | 'postal_code'
  | 'prefecture'
  | 'phone'
  | 'flag'
  | 'locale';

type Field<Kind extends FieldKind, Required extends string> = {
  readonly kind: Kind;
  /** Whether a complete profile needs the field, and where. */
  readonly required: Required;
  /** The maximum length of a text. */
  readonly max: number;
};

const field =
  <const Required extends 'everywhere' | 'in Japan' | 'never'>(required: Required) =>
  <const Kind extends FieldKind>(
    kind: Kind,
    ...[max = 0]: Kind extends 'text' ? [number] : []
  ): Field<Kind, Required> => ({ kind, required, max });

const required = field('everywhere');
const requiredInJapan = field('in Japan');
const optional = field('never');

export const PROFILE_FIELDS = {
  last_name: required('text', NAME_MAX),
  first_name: required('text', NAME_MAX),
  last_name_kana: requiredInJapan('kana'),
  first_name_kana: requiredInJapan('kana'),
  date_of_birth: required('date_of_birth'),
  gender: required('gender'),
  country: required('country'),
  /** For Japan seven digits without a hyphen. */
  postal_code: requiredInJapan('postal_code'),
  prefecture: requiredInJapan('prefecture'),
  /** Free text for countries other than Japan. */
  prefecture_name: optional('text', PLACE_MAX),
  city: required('text', PLACE_MAX),
  address: requiredInJapan('text', ADDRESS_MAX),
  /** E.164, for example +819012345678. */
  phone: required('phone'),
  /** The country of the phone number, ISO 3166-1 alpha-2. */
  phone_country_code: required('country'),
  email_opt_in: required('flag'),
  locale: optional('locale'),
};

export type ProfileField = keyof typeof PROFILE_FIELDS;
export type KindOf<Field extends ProfileField> = (typeof PROFILE_FIELDS)[Field]['kind'];

/** Every field of the profile, in the order of the table. */
export const PROFILE_FIELD_NAMES = Object.keys(PROFILE_FIELDS) as ProfileField[];

/** Whether a complete profile needs the field, for a member in this country. */
export function isRequired(name: ProfileField, country: string | null): boolean {
  const where = PROFILE_FIELDS[name].required;
  return where === 'everywhere' || (where === 'in Japan' && country === JAPAN);
}

/** Makes an object with an entry for every field of the table, for types that are mapped from the table's kinds. */
export function eachProfileField<Entries>(entry: (field: ProfileField) => unknown): Entries {
  return Object.fromEntries(PROFILE_FIELD_NAMES.map((field) => [field, entry(field)])) as Entries;
}
