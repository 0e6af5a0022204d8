/** The mask has a fixed length, so that it does not reveal the length of the text. */
const MASK = '***';
const PHONE_DIGITS_SHOWN = 4;

/**
 * Masks the middle of an address’s local part for display: `hanako@example.com` becomes `h***o@example.com`. A local
 * part of two characters keeps only the first, one of a single character keeps none.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const local = Array.from(at < 0 ? email : email.slice(0, at));
  const domain = at < 0 ? '' : email.slice(at);
  if (local.length < 2) return `${MASK}${domain}`;
  const last = local.length > 2 ? local.at(-1) : '';
  return `${local[0]}${MASK}${last}${domain}`;
}

/** Masks a phone number for display, except its last four digits. */
export function maskPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  // Show at most half of a very short number, so that it is never shown completely.
  const shown = Math.min(PHONE_DIGITS_SHOWN, Math.floor(digits.length / 2));
  return `${MASK}${shown > 0 ? digits.slice(-shown) : ''}`;
}
