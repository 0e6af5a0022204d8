import type { PhoneProblem } from '@portal/shared-contract';
import { normalizePhone, phoneLengthProblem } from '@portal/shared-contract';
import {
  AsYouType,
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max';

/**
 * What is known of the world's telephone numbers. The metadata weighs more than all the rest of a
 * form, so this module is only ever imported by `loadPhoneNumbers`, as a chunk of its own.
 */

/**
 * How a number is written (spec §5): `national` without the country's code, `international` with it,
 * `auto` as the member writes it.
 */
export type PhoneMode = 'auto' | 'national' | 'international';

/** A number as it stands in the field, and the country it belongs to. */
export type TypedPhone = { readonly number: string; readonly country: string };

/** Message keys of spec §5. */
export type PhoneNumberProblem = PhoneProblem | 'format.phone';

/** Countries with their dial code (spec §3 «Phone-input country entry»), in no order. */
export function dialCodes(): { readonly iso2: string; readonly dialCode: string }[] {
  return getCountries().map((iso2) => ({ iso2, dialCode: getCountryCallingCode(iso2) }));
}

/**
 * The number with the separators of its country, as far as it has been typed. A number that begins
 * with `+` brings its country along.
 */
export function formatTyped({ number, country }: TypedPhone, mode: PhoneMode): TypedPhone {
  const plain = normalizePhone(number);
  if (plain === '') return { number: '', country };
  const digits = mode === 'international' && !plain.startsWith('+') ? `+${plain}` : plain;
  const formatter = new AsYouType(supported(country));
  const text = formatter.input(digits);
  const found = digits.startsWith('+') ? formatter.getCountry() : undefined;
  return { number: text, country: found ?? country };
}

/** A valid number in the writing of its mode; any other as it stands. */
export function formatFinished(typed: TypedPhone, mode: PhoneMode): TypedPhone {
  const parsed = parse(typed);
  if (!parsed?.isValid()) return typed;
  const international =
    mode === 'international' || (mode === 'auto' && normalizePhone(typed.number).startsWith('+'));
  return {
    number: international ? parsed.formatInternational() : parsed.formatNational(),
    country: parsed.country ?? typed.country,
  };
}

/** A stored number as its members write it: at home in the national form, with `+` elsewhere. */
export function formatStored(e164: string, home: string): string {
  const parsed = parsePhoneNumberFromString(e164);
  if (!parsed) return e164;
  return parsed.country === home ? parsed.formatNational() : parsed.formatInternational();
}

/**
 * What is wrong with a number: its length by the spec's bounds and by its country's plan, then whether
 * the plan has such a number at all. Undefined for a right one and for an empty field.
 */
export function phoneNumberProblem(typed: TypedPhone): PhoneNumberProblem | undefined {
  const plain = normalizePhone(typed.number);
  if (plain === '') return undefined;
  const bounds = phoneLengthProblem(plain);
  if (bounds) return bounds;
  const parsed = parse(typed);
  if (parsed?.isValid()) return undefined;
  const country = supported(typed.country);
  const length = country
    ? validatePhoneNumberLength(plain, country)
    : validatePhoneNumberLength(plain);
  if (length === 'TOO_SHORT') return 'length.phone_too_short';
  if (length === 'TOO_LONG') return 'length.phone_too_long';
  // Plans have numbers of many lengths: 090-1234-567 is as long as a landline's. What a digit more or
  // a digit less would mend is too short or too long to the person who reads it.
  const isNumber = (number: string) => parse({ ...typed, number })?.isValid() ?? false;
  if (DIGITS.some((digit) => isNumber(plain + digit))) return 'length.phone_too_short';
  return isNumber(plain.slice(0, -1)) ? 'length.phone_too_long' : 'format.phone';
}

const DIGITS = [...'0123456789'];

/** E.164 and the number's country, for a number without a problem. */
export function toE164(typed: TypedPhone): TypedPhone {
  const parsed = parse(typed);
  if (!parsed) return { number: normalizePhone(typed.number), country: typed.country };
  return { number: parsed.number, country: parsed.country ?? typed.country };
}

function parse({ number, country }: TypedPhone) {
  const home = supported(country);
  const plain = normalizePhone(number);
  return home ? parsePhoneNumberFromString(plain, home) : parsePhoneNumberFromString(plain);
}

const supported = (country: string): CountryCode | undefined =>
  isSupportedCountry(country) ? country : undefined;
