/** Stars of a masked address; always as many, so that they do not tell its length. */
const MASK = '***';

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
