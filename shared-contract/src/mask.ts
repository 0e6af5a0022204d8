/** Stars of a masked text; always as many, so that they do not tell its length. */
const MASK = '***';
const PHONE_DIGITS_SHOWN = 4;

/**
 * An address as it is displayed: the middle of the local part is masked (spec §5).
 * `hanako@example.com` reads `h***o@example.com`; of one or two letters only the first is kept at most.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const local = Array.from(at < 0 ? email : email.slice(0, at));
  const domain = at < 0 ? '' : email.slice(at);
  if (local.length < 2) return `${MASK}${domain}`;
  const last = local.length > 2 ? local.at(-1) : '';
  return `${local[0]}${MASK}${last}${domain}`;
}

/** A phone number as it is displayed: its last four digits (spec §7 `sms`). */
export function maskPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  // Of a very short number half, so that it is never shown whole.
  const shown = Math.min(PHONE_DIGITS_SHOWN, Math.floor(digits.length / 2));
  return `${MASK}${shown > 0 ? digits.slice(-shown) : ''}`;
}
