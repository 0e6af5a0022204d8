import type { PhoneProblem } from '@portal/shared-contract';
import { normalizePhone, phoneLengthProblem } from '@portal/shared-contract';
import {
  AsYouType,
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max';

/** Larger than the rest of a form with its metadata: a chunk of its own, which `loadPhoneNumbers` alone imports. */

/** `national` without the country code, `international` with it, `auto` as the member types it. */
export type PhoneMode = 'auto' | 'national' | 'international';

/** The text of the number field and the chosen country (ISO 3166-1 alpha-2). */
export type TypedPhone = { readonly number: string; readonly country: string };

export type PhoneNumberProblem = PhoneProblem | 'format.phone';

/** Returns the countries with their dial codes, unsorted. */
export function dialCodes(): { readonly iso2: string; readonly dialCode: string }[] {
  return getCountries().map((iso2) => ({ iso2, dialCode: getCountryCallingCode(iso2) }));
}

/** A number that starts with `+` sets the country, unless the chosen one has this calling code too. */
export function formatTyped({ number, country }: TypedPhone, mode: PhoneMode): TypedPhone {
  const plain = normalizePhone(number);
  if (plain === '') return { number: '', country };
  const digits = mode === 'international' && !plain.startsWith('+') ? `+${plain}` : plain;
  const formatter = new AsYouType(supported(country));
  const text = formatter.input(digits);
  const found = digits.startsWith('+') ? formatter.getCountry() : undefined;
  return { number: text, country: found && !sharesCode(found, country) ? found : country };
}

/** Formats a valid number by the mode; returns any other number unchanged. */
export function formatFinished(typed: TypedPhone, mode: PhoneMode): TypedPhone {
  const parsed = parse(typed);
  if (!parsed?.isValid()) return typed;
  const international =
    mode === 'international' || (mode === 'auto' && normalizePhone(typed.number).startsWith('+'));
  return {
    number: international ? parsed.formatInternational() : parsed.formatNational(),
    country: countryOf(parsed, typed.country),
  };
}

/** What is wrong: the length first, by general bounds and the country's plan, then whether the plan has such a number. */
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
  // A plan has numbers of several lengths: 090-1234-567 is as long as a landline number. If one
  // digit more or less makes the number valid, the helpful message is "too short" or "too long".
  const isNumber = (number: string) => parse({ ...typed, number })?.isValid() ?? false;
  if (DIGITS.some((digit) => isNumber(plain + digit))) return 'length.phone_too_short';
  return isNumber(plain.slice(0, -1)) ? 'length.phone_too_long' : 'format.phone';
}

const DIGITS = [...'0123456789'];

export function toE164(typed: TypedPhone): TypedPhone {
  const parsed = parse(typed);
  if (!parsed) return { number: normalizePhone(typed.number), country: typed.country };
  return { number: parsed.number, country: countryOf(parsed, typed.country) };
}

/** The chosen country where the number is valid there, as the server judges it; else the number's own. */
function countryOf(parsed: PhoneNumber, chosen: string): string {
  const own = parsed.country;
  if (!own || !isSupportedCountry(chosen) || !sharesCode(own, chosen)) return own ?? chosen;
  const asTheirs = parsePhoneNumberFromString(parsed.number);
  if (asTheirs) asTheirs.country = chosen;
  return asTheirs?.isValid() ? chosen : own;
}

const sharesCode = (one: CountryCode, other: string): boolean =>
  isSupportedCountry(other) && getCountryCallingCode(one) === getCountryCallingCode(other);

function parse({ number, country }: TypedPhone) {
  const home = supported(country);
  const plain = normalizePhone(number);
  return home ? parsePhoneNumberFromString(plain, home) : parsePhoneNumberFromString(plain);
}

const supported = (country: string): CountryCode | undefined =>
  isSupportedCountry(country) ? country : undefined;
