import {
  datePartsOf,
  type FieldKind,
  formatPostalCode,
  isoDate,
  JAPAN,
  type KindOf,
  normalizePhone,
  normalizePostalCode,
  PROFILE_FIELDS,
  type ProfileFields,
  type ProfileInput,
  toKatakana,
  type User,
} from '@portal/shared-contract';
import { activeLocale } from '@portal/shared-i18n';
import * as v from 'valibot';
import type { PhoneNumbers } from '../phone/load-phone-numbers.ts';
import { type AsksFor, askedFields, type FormField, ROWS } from './rows.ts';

/** Japanese mobile and IP phone numbers are written 3-4-4, so most numbers need no metadata to be shown. */
const JAPANESE_3_4_4 = /^\+81([5-9]0)(\d{4})(\d{4})$/;

type Kind = Exclude<FieldKind, 'locale'>;
type FieldOfKind<K extends Kind> = {
  [Field in FormField]: KindOf<Field> extends K ? Field : never;
}[FormField];

/** How the form holds the fields of a kind. */
type Conversion<Stored = never, Input = unknown> = {
  readonly schema: v.GenericSchema;
  readonly fromStored: (stored: Stored) => unknown;
  /** What the API receives. */
  readonly toInput: (value: never) => Input;
};

/** Lets the compiler check the functions against the schema. */
const conversion = <Schema extends v.GenericSchema, Stored, Input>(functions: {
  readonly schema: Schema;
  readonly fromStored: (stored: Stored) => v.InferOutput<Schema>;
  readonly toInput: (value: v.InferOutput<Schema>) => Input;
}) => functions;

const text = conversion({
  schema: v.string(),
  fromStored: (stored: string | null) => stored ?? '',
  toInput: (value) => value,
});
const CONVERSIONS = {
  text,
  country: text,
  kana: { ...text, toInput: toKatakana },
  date_of_birth: conversion({
    schema: v.object({ year: v.string(), month: v.string(), day: v.string() }),
    fromStored: datePartsOf,
    toInput: isoDate,
  }),
  gender: conversion({
    schema: v.picklist(['', 'male', 'female', 'other']),
    fromStored: (stored: User['gender']) => stored ?? '',
    toInput: (value) => value || null,
  }),
  postal_code: {
    ...text,
    fromStored: (stored: string | null) => formatPostalCode(stored ?? ''),
    toInput: normalizePostalCode,
  },
  prefecture: conversion({
    /** The prefecture's JIS number. */
    schema: v.string(),
    fromStored: (stored: User['prefecture']) => (stored ? String(stored.id) : ''),
    toInput: (value) => (value ? { id: Number(value) } : null),
  }),
  phone: {
    ...text,
    fromStored: (stored: string | null) => (stored ?? '').replace(JAPANESE_3_4_4, '0$1-$2-$3'),
  },
  flag: conversion({
    schema: v.boolean(),
    fromStored: (stored: boolean | null) => stored ?? false,
    toInput: (value) => value,
  }),
} satisfies {
  readonly [K in Kind]: Conversion<ProfileFields[FieldOfKind<K>], ProfileInput[FieldOfKind<K>]>;
};

type ValueSchemas = {
  readonly [Field in FormField]: (typeof CONVERSIONS)[KindOf<Field>]['schema'];
};
const FORM_FIELDS = Object.keys(ROWS) as FormField[];

/** The conversion of one field, without the exact types, which differ from field to field. */
const conversionOf = (field: FormField): Conversion => CONVERSIONS[PROFILE_FIELDS[field].kind];

function eachFormField<Entries>(entry: (field: FormField) => unknown): Entries {
  return Object.fromEntries(FORM_FIELDS.map((field) => [field, entry(field)])) as Entries;
}

/** The values of the profile form, as typed. A draft of them is read back through this schema. */
export const ProfileValuesSchema = v.object(
  eachFormField<ValueSchemas>((field) => conversionOf(field).schema),
);
export type ProfileValues = v.InferOutput<typeof ProfileValuesSchema>;

/** In the Japanese language, a member without a country is assumed to be in Japan. */
export function profileValuesOf(member: ProfileFields): ProfileValues {
  const values = eachFormField<ProfileValues>((field) =>
    conversionOf(field).fromStored(member[field] as never),
  );
  const country = member.country ?? (isJapanesePreferred() ? JAPAN : '');
  return { ...values, country, phone_country_code: member.phone_country_code ?? country };
}

/** Whether the page or the browser is in Japanese. */
const isJapanesePreferred = () => activeLocale() === 'ja' || /^ja\b/i.test(navigator.language);

/** What the API receives for a field's value. */
export function inputOf(field: FormField, values: ProfileValues): unknown {
  return conversionOf(field).toInput(values[field] as never);
}

/**
 * Returns the payload for the API: every field that the form shows. A field that this country does
 * not have is cleared, but the katakana of a name is kept.
 * @param numbers if it is absent, the number is sent as typed and the server parses it
 * @param asksFor what the form asks for; the country's other fields are left out and stay
 */
export function profileInputOf(
  values: ProfileValues,
  numbers?: PhoneNumbers,
  asksFor?: AsksFor,
): ProfileInput {
  const asked: readonly FormField[] = askedFields(values.country, 'ja', asksFor);
  const kept: readonly FormField[] = [
    ...askedFields(values.country),
    // Part of the phone number.
    'phone_country_code',
  ];
  const cleared = FORM_FIELDS.filter(
    (field) => !kept.includes(field) && PROFILE_FIELDS[field].kind !== 'kana',
  );
  const input: ProfileInput = Object.fromEntries([
    ...cleared.map((field) => [field, null]),
    ...asked.map((field) => [field, inputOf(field, values)]),
  ]);
  return asked.includes('phone') ? { ...input, ...phoneOf(values, numbers) } : input;
}

/** Countries that the form suggests are no change: that of an empty number, and of an address that had none. */
export function isEdited(before: ProfileValues, now: ProfileValues): boolean {
  const plain = (values: ProfileValues) => {
    const { phone_country_code, phone, country, ...rest } = values;
    return JSON.stringify({
      ...rest,
      phone: normalizePhone(phone),
      country: before.country && country,
    });
  };
  return plain(before) !== plain(now);
}

function phoneOf(
  { phone, phone_country_code }: ProfileValues,
  numbers: PhoneNumbers | undefined,
): Pick<ProfileInput, 'phone' | 'phone_country_code'> {
  if (normalizePhone(phone) === '') return { phone: null, phone_country_code: null };
  const typed = { number: phone, country: phone_country_code };
  const { number, country } = numbers?.toE164(typed) ?? typed;
  return { phone: number, phone_country_code: country };
}
