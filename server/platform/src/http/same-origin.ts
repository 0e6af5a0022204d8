import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a page of this origin sent the form. Browsers send `Origin` with every POST; without it,
 * Fetch Metadata must say `same-origin`.
 */
export function sentByOurPage(headers: IncomingHttpHeaders, ownOrigin: string): boolean {
  const { origin } = headers;
  if (origin !== undefined) return origin === ownOrigin;
  return headers['sec-fetch-site'] === 'same-origin';
}

/**
 * Whether a page of one of these origins linked here. A page cannot forge its referrer. Without a
 * referrer, Fetch Metadata must say that the page is on the same site.
 */
export function sentByPageOf(headers: IncomingHttpHeaders, origins: readonly string[]): boolean {
  if (headers.referer) {
    const origin = URL.parse(headers.referer)?.origin;
    return origin !== undefined && origins.includes(origin);
  }
  const site = headers['sec-fetch-site'];
  return site === 'same-origin' || site === 'same-site';
}
