import type { IncomingMessage } from 'node:http';

/** Headers by which a request could say that it was sent to another address than ours. */
const FORWARDED = [
  'forwarded',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-for',
];

/**
 * Makes the request say our own address, whatever it said: oidc-provider builds the addresses it
 * publishes and redirects to from `Host`, which anyone may set.
 * @returns false for a request target that is no path of ours, or holds what no parameter may
 */
export function makeCanonical(request: IncomingMessage, issuer: URL): boolean {
  for (const name of FORWARDED) delete request.headers[name];
  request.headers.host = issuer.host;
  // The provider trusts these two, and only we can set them.
  request.headers['x-forwarded-host'] = issuer.host;
  request.headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1);
  const target = request.url ?? '';
  // PostgreSQL stores no NUL, and no parameter has one.
  return /^\/(?!\/)/.test(target) && !target.includes('%00');
}
