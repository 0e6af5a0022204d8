import type { Registry } from './registry.ts';

/**
 * `/.well-known/security.txt` (RFC 9116): whom to tell about a weakness of the portal, and until when
 * that is known to be right.
 * @param portal the portal's origin
 */
export function securityTxt(
  { contacts, expires }: NonNullable<Registry['security']>,
  portal: string,
): string {
  return [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: ja, en',
    `Canonical: ${portal}/.well-known/security.txt`,
    '',
  ].join('\n');
}
