import type { IncomingHttpHeaders } from 'node:http';

/**
 * Was this form sent by a page of ours? Browsers name the origin of every POST; one that does not
 * is believed only if it says by Fetch Metadata that the page was of this origin.
 */
export function sentByOurPage(headers: IncomingHttpHeaders, ownOrigin: string): boolean {
  const { origin } = headers;
  if (origin !== undefined) return origin === ownOrigin;
  return headers['sec-fetch-site'] === 'same-origin';
}

/**
 * Did a page of one of these origins send the member here? A page cannot make a browser name
 * another page as its referrer; where the referrer is withheld, Fetch Metadata tells whether it was
 * at least a page of the same site.
 */
export function sentByPageOf(headers: IncomingHttpHeaders, origins: readonly string[]): boolean {
  if (headers.referer) {
    const origin = URL.parse(headers.referer)?.origin;
    return origin !== undefined && origins.includes(origin);
  }
  const site = headers['sec-fetch-site'];
  return site === 'same-origin' || site === 'same-site';
}
