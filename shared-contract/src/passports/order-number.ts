import { withoutSeparators } from '../typed-text.ts';
/**
 * Formats an order number so that it can be read aloud: `0169 5611 3949`.
 * @param digits twelve digits, as the server drew them
 */
export const formatOrderNumber = (digits: string): string =>
  digits.replace(/(\d{4})(?=\d)/g, '$1 ');

/**
 * The twelve digits of an order number.
 * @param typed with or without spaces or hyphens
 * @returns undefined for anything else than an order number
 */
export function parseOrderNumber(typed: string): string | undefined {
  const digits = withoutSeparators(typed);
  return /^\d{12}$/.test(digits) ? digits : undefined;
}
