/** Hexadecimal digits of an id that make its order number: 36 bits. */
const HEX_DIGITS = 9;
const DECIMAL_DIGITS = 12;

/**
 * The number of an order that can be read aloud: twelve digits in groups of four, made of the first
 * digits of the passport's id. Two orders in 69 thousand million can share one.
 * @param id the passport's id, a UUID
 */
export function orderNumber(id: string): string {
  const first = id.replaceAll('-', '').slice(0, HEX_DIGITS);
  const digits = String(Number.parseInt(first, 16)).padStart(DECIMAL_DIGITS, '0');
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ');
}

/**
 * The beginning of the ids that have an order number, as a UUID is written: `3f2a9c41-d`.
 * @param typed with or without spaces or hyphens
 * @returns undefined for anything else than an order number
 */
export function idsOfOrder(typed: string): string | undefined {
  const digits = typed.normalize('NFKC').replace(/[\s-]/g, '');
  if (!/^\d{12}$/.test(digits)) return undefined;
  const hex = Number(digits).toString(16).padStart(HEX_DIGITS, '0');
  return hex.length === HEX_DIGITS ? `${hex.slice(0, 8)}-${hex.slice(8)}` : undefined;
}
