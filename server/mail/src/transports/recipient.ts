import { domainToASCII } from 'node:url';
import { normalizeEmail } from '@portal/server-members/members';

/**
 * The characters of an unquoted local part (RFC 5321 §4.1.2 `Dot-string`, extended by RFC 6531).
 */
const LOCAL_PART = /^[^\s\p{Cc}<>()[\]\\,;:@"]{1,64}$/u;

/**
 * The mailbox of an address in the form that SMTP needs: NFKC, with the domain as DNS writes it.
 * Undefined for text that could be parsed as several addresses or as more than an address.
 */
export function mailboxOf(address: string): string | undefined {
  const text = address.normalize('NFKC').trim();
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  if (!normalizeEmail(text) || !LOCAL_PART.test(local)) return undefined;
  return `${local}@${domainToASCII(text.slice(at + 1))}`;
}
