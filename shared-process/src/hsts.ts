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
