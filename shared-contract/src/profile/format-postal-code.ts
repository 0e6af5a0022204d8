import { withoutSeparators } from '../typed-text.ts';

/** 〒, with which keyboards begin a postal code. */
const POSTAL_MARK = /^〒/;
export const JAPANESE_POSTAL_CODE = /^\d{7}$/;

/**
 * Seven digits without a hyphen, in whichever width they were typed (１００−０００１). Any other text is returned unchanged.
 */
export function normalizePostalCode(typed: string): string {
  const digits = withoutSeparators(typed).replace(POSTAL_MARK, '');
  return JAPANESE_POSTAL_CODE.test(digits) ? digits : typed.trim();
}

/** Formats a Japanese postal code as `100-0001`; codes of other countries stay as they are. */
export function formatPostalCode(code: string): string {
  return JAPANESE_POSTAL_CODE.test(code) ? `${code.slice(0, 3)}-${code.slice(3)}` : code;
}
