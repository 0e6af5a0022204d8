import { randomUUID } from 'node:crypto';
import type { TrustedProxies } from './trusted-proxies.ts';

/** None of these can forge a log line or a header. deploy/nginx has the same. */
const ACCEPTABLE = /^[0-9A-Za-z_-]{8,64}$/;

/** A new id of a request, in the form of nginx's `$request_id`. */
export const newRequestId = (): string => randomUUID().replaceAll('-', '');

/**
 * The id of a request: the one that a proxy of ours gave it (`x-request-id`), else a new one. A stranger's is
 * not accepted, since it could be another request's.
 * @param connecting the address of whoever connects
 */
export function requestIdOf(
  proxies: TrustedProxies,
  connecting: string | undefined,
  given: string | string[] | undefined,
): string {
  const isOurs = typeof given === 'string' && ACCEPTABLE.test(given) && proxies.trusts(connecting);
  return isOurs ? given : newRequestId();
}

const TWO_YEARS_S = 63_072_000;

/**
 * `Strict-Transport-Security` (RFC 6797) of the answers of an origin. The public origin decides, as
 * TLS may end in front of this process.
 * @param publicOrigin the address that browsers use: `https://portal.example`
 * @returns undefined for http, where browsers ignore the header, and for localhost, because the
 * header holds for every port of a host
 */
export function hstsOf(publicOrigin: string): string | undefined {
  const { protocol, hostname } = new URL(publicOrigin);
  if (protocol !== 'https:' || hostname === 'localhost') return undefined;
  return `max-age=${TWO_YEARS_S}; includeSubDomains`;
}
