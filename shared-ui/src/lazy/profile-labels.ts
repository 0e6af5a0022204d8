/** Texts for the values of a profile. */
import { formatPostalCode, type Locale, type User } from '@portal/shared-contract';

export { countryName } from './country-name.ts';

export type AddressFacts = Pick<
  User,
  'postal_code' | 'prefecture' | 'prefecture_name' | 'city' | 'address' | 'country'
>;

/** The address by the language: 〒 and prefecture first in Japanese, else the street first and the postal code last. */
export function addressLines(member: AddressFacts, locale: Locale): string[] {
  const code = member.postal_code ? formatPostalCode(member.postal_code) : '';
  const region = member.prefecture?.name[locale] ?? member.prefecture_name ?? '';
  const city = member.city ?? '';
  const street = member.address ?? '';
  const lines =
    locale === 'ja' && member.country === 'JP'
      ? [code && `〒${code}`, `${region}${city}${street}`]
      : [street, joined(' ', joined(', ', city, region), code)];
  return lines.filter(Boolean);
}

const joined = (separator: string, ...parts: string[]) => parts.filter(Boolean).join(separator);

/** Japanese mobile and IP phone numbers: 11 digits at home, written 3-4-4 (numbering plan of MIC). */
const JAPANESE_3_4_4 = /^\+81([5-9]0)(\d{4})(\d{4})$/;

/**
 * Formats a stored number (E.164): Japanese ones in national form, others in international form. The metadata of all
 * countries is 25 KB, so it is loaded only for numbers that need it; most members have a Japanese mobile number.
 */
export async function formatPhone(e164: string): Promise<string> {
  const mobile = JAPANESE_3_4_4.exec(e164);
  if (mobile) return `0${mobile[1]}-${mobile[2]}-${mobile[3]}`;
  const { parsePhoneNumberFromString } = await import(
    /* webpackChunkName: "phone-numbers" */ 'libphonenumber-js/min'
  );
  const number = parsePhoneNumberFromString(e164);
  if (!number?.isPossible()) return e164;
  return number.country === 'JP' ? number.formatNational() : number.formatInternational();
}
