import type { IncomingMessage } from 'node:http';

/** Headers with which a request could claim to be sent to another address. */
const FORWARDED = [
  'forwarded',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-for',
];

/**
 * Replaces the address that the request claims by our own: oidc-provider builds the addresses that it
 * publishes and redirects to from `Host`, which anyone can set.
 * @returns false if the request target is not a plain path, or contains a NUL character
 */
export function makeCanonical(request: IncomingMessage, issuer: URL): boolean {
  for (const name of FORWARDED) delete request.headers[name];
  request.headers.host = issuer.host;
  // The provider trusts these two, and only we can set them.
  request.headers['x-forwarded-host'] = issuer.host;
  request.headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1);
  const target = request.url ?? '';
  // PostgreSQL cannot store NUL, and no parameter needs it.
  return /^\/(?!\/)/.test(target) && !target.includes('%00');
}
