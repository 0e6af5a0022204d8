import * as v from 'valibot';
import { withoutSeparators } from '../typed-text.ts';
import { lineOfText } from './text.ts';

/** 〒, with which keyboards begin a postal code. */
const POSTAL_MARK = /^〒/;
export const JAPANESE_POSTAL_CODE = /^\d{7}$/;

/**
 * Seven digits without a hyphen, in whichever width they were typed (１００−０００１). Any other text is
 * returned unchanged.
 */
export function normalizePostalCode(typed: string): string {
  const digits = withoutSeparators(typed).replace(POSTAL_MARK, '');
  return JAPANESE_POSTAL_CODE.test(digits) ? digits : typed.trim();
}

/**
 * Formats a Japanese postal code as three digits, a hyphen and four digits. Codes
 * of other countries are returned unchanged.
 */
export function formatPostalCode(code: string): string {
  return JAPANESE_POSTAL_CODE.test(code) ? `${code.slice(0, 3)}-${code.slice(3)}` : code;
}

const ABROAD_MAX = 20;

/** A Japanese postal code: seven digits, with or without a hyphen; an empty text becomes `null`. */
export const JapanesePostalCodeSchema = v.nullable(
  v.pipe(
    v.string(),
    v.transform(normalizePostalCode),
    v.check((code) => code === '' || JAPANESE_POSTAL_CODE.test(code), 'format.postal_code'),
    v.transform((code) => (code === '' ? null : code)),
  ),
);

/**
 * A postal code of any country. For a member in Japan the server also applies {@link
 * JapanesePostalCodeSchema}.
 */
export const PostalCodeSchema = v.pipe(
  lineOfText(ABROAD_MAX),
  v.transform((code) => code && normalizePostalCode(code)),
);
