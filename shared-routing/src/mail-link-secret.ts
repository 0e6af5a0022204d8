import { barePath } from '@portal/shared-i18n';

/** An address in a browser, without its origin. */
type Address = Pick<Location, 'pathname' | 'search' | 'hash'>;

/**
 * The secret of a mailed link. It stands behind `#`, which reaches no server, no log and no other site.
 * Links of before have it in the query, from where it moves behind `#` at once; a reload still finds it.
 * @returns an empty string if the link has none
 */
export function mailLinkSecret(name: string, address: Address | Request): string {
  const { pathname, search, hash } = 'url' in address ? addressOf(address) : address;
  const former = new URLSearchParams(search).get(name);
  if (former && isHere(pathname)) {
    const fragment = new URLSearchParams({ [name]: former });
    const here = window.location.pathname;
    window.history.replaceState(window.history.state, '', `${here}#${fragment}`);
  }
  return former || new URLSearchParams(hash.slice(1)).get(name) || '';
}

/** The browser's address still has the prefix `/ja` of a mailed link while the bare path is loaded. */
const isHere = (pathname: string): boolean =>
  barePath(window.location.pathname) === barePath(pathname);

/** A request of the router has no fragment: the browser's address has it. */
function addressOf({ url }: Request): Address {
  const { pathname, search } = new URL(url);
  return { pathname, search, hash: isHere(pathname) ? window.location.hash : '' };
}
