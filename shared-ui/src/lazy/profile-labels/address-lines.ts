import { formatPostalCode, type Locale, type User } from '@portal/shared-contract';

export type AddressFacts = Pick<
  User,
  'postal_code' | 'prefecture' | 'prefecture_name' | 'city' | 'address' | 'country'
>;

/**
 * The member's address as lines, in the order of the language: Japanese starts with 〒 and the prefecture, other
 * languages start with the street and end with the postal code. Empty when no part is known.
 */
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
