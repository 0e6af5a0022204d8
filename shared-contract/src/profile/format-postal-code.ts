/** Spaces, and the characters that keyboards produce for a hyphen. */
const SEPARATORS = /[\s\-\u2010-\u2015\u2212\u30FC\uFF70]/g;
export const JAPANESE_POSTAL_CODE = /^\d{7}$/;

/**
 * Seven digits without a hyphen, in whichever width they were typed (１００−０００１). Any other text is
 * returned unchanged.
 */
export function normalizePostalCode(typed: string): string {
  const digits = typed.normalize('NFKC').replace(SEPARATORS, '');
  return JAPANESE_POSTAL_CODE.test(digits) ? digits : typed.trim();
}

/**
 * Formats a Japanese postal code as three digits, a hyphen and four digits. Codes
 * of other countries are returned unchanged.
 */
export function formatPostalCode(code: string): string {
  return JAPANESE_POSTAL_CODE.test(code) ? `${code.slice(0, 3)}-${code.slice(3)}` : code;
}
