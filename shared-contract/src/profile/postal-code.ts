import * as v from 'valibot';
import { lineOfText } from './text.ts';

/** Everything that a keyboard offers in place of a hyphen, and spaces. */
const SEPARATORS = /[\s\-\u2010-\u2015\u2212\u30FC\uFF70]/g;
const JAPANESE = /^\d{7}$/;
const ABROAD_MAX = 20;

/** Seven digits without a hyphen, however typed (１００−０００１); what is none stays as it is. */
export function normalizePostalCode(typed: string): string {
  const digits = typed.normalize('NFKC').replace(SEPARATORS, '');
  return JAPANESE.test(digits) ? digits : typed.trim();
}

/** Spec §3: shown as three digits, hyphen, four digits. Codes of other countries as they are. */
export function formatPostalCode(code: string): string {
  return JAPANESE.test(code) ? `${code.slice(0, 3)}-${code.slice(3)}` : code;
}

/** A postal code of Japan: seven digits, a hyphen is allowed; empty is `null`. */
export const JapanesePostalCodeSchema = v.nullable(
  v.pipe(
    v.string(),
    v.transform(normalizePostalCode),
    v.check((code) => code === '' || JAPANESE.test(code), 'format.postal_code'),
    v.transform((code) => (code === '' ? null : code)),
  ),
);

/**
 * A postal code of any country. Which rule holds depends on the profile's country; the server asks
 * {@link JapanesePostalCodeSchema} for a member in Japan.
 */
export const PostalCodeSchema = v.pipe(
  lineOfText(ABROAD_MAX),
  v.transform((code) => code && normalizePostalCode(code)),
);
