import { domainToASCII } from 'node:url';
import { normalizeEmail } from '../../domain/members.ts';

/** What may stand in an unquoted local part (RFC 5321 §4.1.2 `Dot-string`, RFC 6531 for the rest). */
const LOCAL_PART = /^[^\s\p{Cc}<>()[\]\\,;:@"]{1,64}$/u;

/**
 * The one mailbox that an address names, as SMTP writes it: full-width typing undone, the domain as
 * DNS has it. Undefined for anything that could be read as several, or as more than an address.
 */
export function mailboxOf(address: string): string | undefined {
  const text = address.normalize('NFKC').trim();
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  if (!normalizeEmail(text) || !LOCAL_PART.test(local)) return undefined;
  return `${local}@${domainToASCII(text.slice(at + 1))}`;
}
