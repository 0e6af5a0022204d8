import {
  datePartsOf,
  formatPostalCode,
  isoDate,
  JAPAN,
  normalizePhone,
  normalizePostalCode,
  type ProfileFields,
  type ProfileInput,
  toKatakana,
} from '@portal/shared-contract';
import * as v from 'valibot';
import type { PhoneNumbers } from '../phone/load-phone-numbers.ts';

const text = v.string();

/** The values of the profile form, as typed. A draft of them is read back through this schema. */
export const ProfileValuesSchema = v.object({
  last_name: text,
  first_name: text,
  last_name_kana: text,
  first_name_kana: text,
  date_of_birth: v.object({ year: text, month: text, day: text }),
  gender: v.picklist(['', 'male', 'female', 'other']),
  country: text,
  postal_code: text,
  /** The prefecture's JIS number. */
  prefecture: text,
  prefecture_name: text,
  city: text,
  address: text,
  phone: text,
  phone_country_code: text,
  email_opt_in: v.boolean(),
});
export type ProfileValues = v.InferOutput<typeof ProfileValuesSchema>;

/**
 * Japanese mobile and IP phone numbers are written 3-4-4, so most numbers need no metadata to be
 * shown.
 */
const JAPANESE_3_4_4 = /^\+81([5-9]0)(\d{4})(\d{4})$/;

/**
 * Returns the form's values for a stored member. A member without a country is assumed to be in
 * Japan.
 */
export function profileValuesOf(member: ProfileFields): ProfileValues {
  return {
    last_name: member.last_name ?? '',
    first_name: member.first_name ?? '',
    last_name_kana: member.last_name_kana ?? '',
    first_name_kana: member.first_name_kana ?? '',
    date_of_birth: datePartsOf(member.date_of_birth),
    gender: member.gender ?? '',
    country: member.country ?? JAPAN,
    postal_code: formatPostalCode(member.postal_code ?? ''),
    prefecture: member.prefecture ? String(member.prefecture.id) : '',
    prefecture_name: member.prefecture_name ?? '',
    city: member.city ?? '',
    address: member.address ?? '',
    phone: (member.phone ?? '').replace(JAPANESE_3_4_4, '0$1-$2-$3'),
    phone_country_code: member.phone_country_code ?? '',
    email_opt_in: member.email_opt_in ?? false,
  };
}

/**
 * Returns the payload for the API: every field that the form shows. Outside Japan the kana fields
 * are left out and the prefecture is cleared.
 * @param numbers if it is absent, the number is sent as typed and the server parses it
 */
export function profileInputOf(values: ProfileValues, numbers?: PhoneNumbers): ProfileInput {
  const inJapan = values.country === JAPAN;
  return {
    last_name: values.last_name,
    first_name: values.first_name,
    ...(inJapan && {
      last_name_kana: toKatakana(values.last_name_kana),
      first_name_kana: toKatakana(values.first_name_kana),
    }),
    date_of_birth: isoDate(values.date_of_birth),
    gender: values.gender || null,
    country: values.country,
    postal_code: normalizePostalCode(values.postal_code),
    prefecture: inJapan && values.prefecture ? { id: Number(values.prefecture) } : null,
    prefecture_name: inJapan ? null : values.prefecture_name,
    city: values.city,
    address: values.address,
    ...phoneOf(values, numbers),
    email_opt_in: values.email_opt_in,
  };
}

/**
 * Whether the member has changed anything since `before`; a country without a number does not
 * count.
 */
export function isEdited(before: ProfileValues, now: ProfileValues): boolean {
  const plain = (values: ProfileValues) => {
    const { phone_country_code, phone, ...rest } = values;
    return JSON.stringify({ ...rest, phone: normalizePhone(phone) });
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
