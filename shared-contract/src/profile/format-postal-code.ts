/** Everything that a keyboard offers in place of a hyphen, and spaces. */
const SEPARATORS = /[\s\-\u2010-\u2015\u2212\u30FC\uFF70]/g;
export const JAPANESE_POSTAL_CODE = /^\d{7}$/;

/** Seven digits without a hyphen, however typed (１００−０００１); what is none stays as it is. */
export function normalizePostalCode(typed: string): string {
  const digits = typed.normalize('NFKC').replace(SEPARATORS, '');
  return JAPANESE_POSTAL_CODE.test(digits) ? digits : typed.trim();
}

/** Spec §3: shown as three digits, hyphen, four digits. Codes of other countries as they are. */
export function formatPostalCode(code: string): string {
  return JAPANESE_POSTAL_CODE.test(code) ? `${code.slice(0, 3)}-${code.slice(3)}` : code;
}
