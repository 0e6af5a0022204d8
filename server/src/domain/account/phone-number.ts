import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  ParseError,
  parsePhoneNumberWithError,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max';
import { done, type Outcome, refused } from './outcome.ts';

export type PhoneNumber = {
  /** E.164. */
  readonly phone: string;
  /** ISO 3166-1 alpha-2 of the number, of several with one calling code the right one. */
  readonly country: string | null;
};

type ReadNumber = ReturnType<typeof parsePhoneNumberWithError>;

/**
 * A number as it is stored. International with `+`, else national in the given country.
 * @param chosen the country of the phone field
 * @param typed as PhoneSchema leaves it: digits, perhaps with a leading `+`
 */
export function readPhoneNumber(
  typed: string,
  chosen: string | null | undefined,
): Outcome<PhoneNumber> {
  const region = chosen && isSupportedCountry(chosen) ? (chosen as CountryCode) : undefined;
  const options = region ? { defaultCountry: region } : {};
  const length = validatePhoneNumberLength(typed, options);
  if (length === 'TOO_SHORT') return wrongLength('length.phone_too_short');
  if (length === 'TOO_LONG') return wrongLength('length.phone_too_long');
  try {
    const number = parsePhoneNumberWithError(typed, options);
    if (!number.isValid() || number.ext) return notANumber();
    const country = region && isOf(number, region) ? region : (number.country ?? null);
    return done({ phone: number.number, country });
  } catch (error) {
    if (error instanceof ParseError) return notANumber();
    throw error;
  }
}

/** Åland and Finland share their numbers, Svalbard and Norway: the member knows which is theirs. */
function isOf({ number, countryCallingCode }: ReadNumber, region: CountryCode): boolean {
  if (countryCallingCode !== getCountryCallingCode(region)) return false;
  const asTheirs = parsePhoneNumberWithError(number);
  asTheirs.country = region;
  return asTheirs.isValid();
}

const wrongLength = (key: string) =>
  refused('user.phone.invalid_length', { descriptions: { phone: [key] } });
const notANumber = () =>
  refused('user.send_code.phone_number_invalid', { descriptions: { phone: ['format.phone'] } });
