import type { PageConfiguration } from './configuration.ts';

/**
 * `/.well-known/security.txt` (RFC 9116): whom to tell about a weakness of the portal, and until when
 * that is known to be right.
 */
export function securityTxt(
  { contacts, expires }: NonNullable<PageConfiguration['security']>,
  portal: string,
): string {
  return [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires}`,
    'Preferred-Languages: ja, en',
    `Canonical: ${portal}/.well-known/security.txt`,
    '',
  ].join('\n');
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** RFC 9116 §2.5.5 recommends less than a year. */
const LIFE_MS = 364 * DAY_MS;

/**
 * Reads whom security.txt names, from `SECURITY_CONTACT`: addresses in the order of preference,
 * `mailto:security@portal.example https://portal.example/report`.
 * @param now the file expires 364 days later: whoever composes the page again confirms the contact
 * @throws Error for an address of another kind (RFC 9116 §2.5.3)
 */
export function securityContact(
  list: string | undefined,
  now: Date,
): PageConfiguration['security'] {
  const contacts = (list ?? '').split(/\s+/).filter(Boolean);
  if (contacts.length === 0) return undefined;
  const isContact = (contact: string) =>
    URL.canParse(contact) && /^(?:mailto:[^\s@]+@[^\s@]+|tel:\+[\d-]+|https:\/\/.+)$/.test(contact);
  if (!contacts.every(isContact)) {
    throw new Error(
      'Please set SECURITY_CONTACT to addresses such as mailto:security@portal.example or https://portal.example/report.',
    );
  }
  return { contacts, expires: new Date(now.getTime() + LIFE_MS).toISOString() };
}
