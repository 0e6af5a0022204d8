import {
  type CountryCode,
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

/**
 * A number as it is stored. International with `+`, else national in the given country.
 * @param typed as PhoneSchema leaves it: digits, perhaps with a leading `+`
 */
export function readPhoneNumber(
  typed: string,
  country: string | null | undefined,
): Outcome<PhoneNumber> {
  const region = country && isSupportedCountry(country) ? (country as CountryCode) : undefined;
  const options = region ? { defaultCountry: region } : {};
  const length = validatePhoneNumberLength(typed, options);
  if (length === 'TOO_SHORT') return wrongLength('length.phone_too_short');
  if (length === 'TOO_LONG') return wrongLength('length.phone_too_long');
  try {
    const number = parsePhoneNumberWithError(typed, options);
    if (!number.isValid() || number.ext) return notANumber();
    return done({ phone: number.number, country: number.country ?? region ?? null });
  } catch (error) {
    if (error instanceof ParseError) return notANumber();
    throw error;
  }
}

const wrongLength = (key: string) =>
  refused('user.phone.invalid_length', { descriptions: { phone: [key] } });
const notANumber = () =>
  refused('user.send_code.phone_number_invalid', { descriptions: { phone: ['format.phone'] } });
