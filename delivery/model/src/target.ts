import { CLEAR_SITE_PATH } from '@portal/shared-contract/clear-site';
import { WORKER_PATH } from '@portal/shared-contract/worker';
import { PREVIEW_PATH } from './preview/badge.ts';

/** The target of a request, derived from the request line, `Accept` and `Sec-Fetch-Site` alone. */
export type Target =
  | { readonly kind: 'page'; readonly file: PageFile }
  /** The page at the address of a screen, or at one that no screen has: only the page knows. */
  | { readonly kind: 'screen'; readonly path: string }
  /** `path` is the path on the upstream, with the query. */
  | { readonly kind: 'api'; readonly path: string }
  | { readonly kind: 'files'; readonly path: string }
  /** Where a browser begins and ends a preview (docs/decisions/0121-previews.md). */
  | { readonly kind: 'preview' }
  /** The answer by which a browser forgets the member (docs/decisions/0083-signed-out-is-gone.md). */
  | { readonly kind: 'clear_site' }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'refused'; readonly status: 400 | 404 }
  | { readonly kind: 'refused'; readonly status: 405; readonly allow: string };

/** The files that the composer writes; those of the app are at their own paths. */
export type PageFile =
  | 'silent-check.html'
  | 'latest.json'
  | 'worker.js'
  | 'security.txt'
  | `app/${string}`;

/** Where password managers look for the page that changes a password (W3C Change Password URL). */
const CHANGE_PASSWORD = {
  wellKnown: '/.well-known/change-password',
  page: '/account/change-password',
} as const;

export type EdgeRequest = {
  readonly method: string;
  /** The target of the request line as sent: path and query, still encoded. */
  readonly url: string;
  readonly accept: string | undefined;
  /** `Sec-Fetch-Site`: whose page asks (W3C Fetch Metadata). */
  readonly site?: string | string[] | undefined;
};

const READ_METHODS = ['GET', 'HEAD'];
const API_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/**
 * Dot segments, encoded dots and slashes, backslashes and NUL. No address of the portal has them,
 * and servers behind the edge interpret them differently. deploy/nginx/edge.conf refuses the same.
 */
const UNSAFE_PATH = /\/\.\.?(\/|$)|%2e|%2f|%5c|%00|\\/i;

export function targetOf(request: EdgeRequest): Target {
  const [path = '', query] = split(request.url);
  if (!path.startsWith('/') || UNSAFE_PATH.test(path)) return { kind: 'refused', status: 400 };
  if (path === '/api' || path.startsWith('/api/')) {
    if (!API_METHODS.includes(request.method)) return notAllowed(API_METHODS);
    return { kind: 'api', path: (path.slice('/api'.length) || '/') + query };
  }
  if (path === PREVIEW_PATH) {
    const methods = [...READ_METHODS, 'POST'];
    return methods.includes(request.method) ? { kind: 'preview' } : notAllowed(methods);
  }
  if (!READ_METHODS.includes(request.method)) return notAllowed(READ_METHODS);
  // The server of files knows which parts there are.
  if (/^\/remotes\/[^/]+\/./.test(path)) {
    return { kind: 'files', path: `/files${path.slice('/remotes'.length)}` };
  }
  if (/^\/remotes(\/|$)/.test(path)) return { kind: 'refused', status: 404 };
  if (path.startsWith('/app/')) {
    return { kind: 'page', file: `app/${path.slice('/app/'.length)}` };
  }
  if (path === '/silent-check.html') return { kind: 'page', file: 'silent-check.html' };
  if (path === '/latest.json') return { kind: 'page', file: 'latest.json' };
  if (path === WORKER_PATH) return { kind: 'page', file: 'worker.js' };
  if (path === CLEAR_SITE_PATH) {
    return request.site === 'same-origin'
      ? { kind: 'clear_site' }
      : { kind: 'refused', status: 404 };
  }
  if (path === CHANGE_PASSWORD.wellKnown) return { kind: 'redirect', to: CHANGE_PASSWORD.page };
  if (path === '/.well-known/security.txt') return { kind: 'page', file: 'security.txt' };
  // Password managers and scanners ask here, and would take the page for a yes.
  if (/^\/\.well-known(\/|$)/.test(path)) return { kind: 'refused', status: 404 };
  // Answer 404 for a missing file, never the page: a script tag that receives HTML fails with a confusing error.
  if (hasExtension(path) || !acceptsHtml(request.accept)) return { kind: 'refused', status: 404 };
  return { kind: 'screen', path };
}

function split(url: string): [path: string, query: string] {
  const at = url.indexOf('?');
  return at === -1 ? [url, ''] : [url.slice(0, at), url.slice(at)];
}

function notAllowed(methods: readonly string[]): Target {
  return { kind: 'refused', status: 405, allow: methods.join(', ') };
}

function hasExtension(path: string): boolean {
  return /\.[^/]*$/.test(path);
}

function acceptsHtml(accept: string | undefined): boolean {
  return accept === undefined || /text\/html|text\/\*|\*\/\*/i.test(accept);
}
