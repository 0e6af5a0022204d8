import { pageConfiguration } from '@portal/server-testing/releases/page-setting';
import { appFiles } from '@portal/shared-brand/app/app-files';

/**
 * The answers of the portal's origin to each address. The tests of the built-in edge and of nginx
 * (deploy/nginx) both run this table, so that both answer the same.
 */
export type AddressCase = {
  readonly says: string;
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly status: number;
  /** Response headers: an exact text, a pattern, or `null` for a header that must be absent. */
  readonly answers?: Readonly<Record<string, string | RegExp | null>>;
  readonly contains?: string;
};

/** The files of the releases behind the edge. */
export const FILES = {
  shell: 'main.11aa11aa11.js',
  account: 'remote.22bb22bb22.js',
  styles: 'styles.33cc33cc33.css',
} as const;

/** What a team's own server of files may try, besides policies of its own. */
export const HOSTILE_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['accept-ch', 'sec-ch-ua-model'],
  ['alt-svc', 'h3="evil.example:443"'],
  ['clear-site-data', '"*"'],
  ['link', '<https://evil.example/x.js>; rel=preload; as=script'],
  ['location', 'https://evil.example/'],
  ['nel', '{"report_to":"x","max_age":9}'],
  ['permissions-policy', 'camera=*'],
  ['refresh', '0;url=https://evil.example/'],
  ['report-to', '{"endpoints":[{"url":"https://evil.example/"}],"max_age":9}'],
  ['service-worker-allowed', '/'],
  ['set-cookie', 'portal_slice=00'],
  ['sourcemap', 'https://evil.example/x.map'],
  ['strict-transport-security', 'max-age=0'],
  ['x-accel-redirect', '/.api-write'],
];

/** One answer of each kind: the page, the edge itself, the API, a file, and what is down. */
export const HSTS_PATHS = [
  '/my-page',
  '/latest.json',
  '/.well-known/change-password',
  '/main.js',
  '/../etc/passwd',
  '/api/status/404',
  '/api/events-of-nobody',
  `/remotes/account/${FILES.account}`,
  '/remotes/signup/remote.55ee55ee55.js',
] as const;

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const PAGE = {
  'content-type': 'text/html; charset=utf-8',
  // An answer that gives the browser its slice is private.
  'cache-control': /: (private, )?no-cache$/,
  'content-security-policy': /default-src 'none'/,
  'x-content-type-options': 'nosniff',
  etag: /./,
  vary: /accept-encoding/i,
};
/** A file that is opened by itself runs nothing. */
const INERT = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};
const IMMUTABLE = {
  'cache-control': 'public,max-age=31536000,immutable',
  ...INERT,
  'access-control-allow-origin': 'http://localhost:4300',
  // Not by origin: a file that was fetched ahead from the provider's page has none (docs/decisions/0123).
  vary: /^vary: accept-encoding$/i,
};
const REFUSED = {
  'content-type': /text\/plain/,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

/** Cookies of 4 KB each, of so many bytes together. */
const cookiesOf = (bytes: number) =>
  Array.from({ length: bytes / 4_000 }, (_, at) => `c${at}=`.padEnd(3_998, 'x')).join('; ');

export const ADDRESS_TABLE: readonly AddressCase[] = [
  {
    says: 'the root is the page',
    path: '/',
    headers: HTML,
    status: 200,
    answers: PAGE,
    contains: '<!doctype html>',
  },
  { says: 'a route is the page', path: '/my-page', headers: HTML, status: 200, answers: PAGE },
  {
    says: 'an unknown route is the page too, which shows the 404 screen, with 404',
    path: '/nobody/knows',
    headers: HTML,
    status: 404,
    answers: PAGE,
    contains: '<!doctype html>',
  },
  {
    says: 'the health of the server’s page listener is not for browsers',
    path: '/health',
    headers: HTML,
    status: 404,
    answers: PAGE,
  },
  {
    says: 'the list of screens is for the edge alone',
    path: '/screens.json',
    headers: HTML,
    status: 404,
    answers: REFUSED,
  },
  {
    says: 'a Japanese address is the page',
    path: '/%E3%83%9E%E3%82%A4',
    headers: HTML,
    status: 404,
    answers: PAGE,
  },
  {
    says: 'HEAD of a route has no body',
    method: 'HEAD',
    path: '/my-page',
    headers: HTML,
    status: 200,
    answers: PAGE,
    contains: '',
  },
  {
    says: 'the page is served as brotli',
    path: '/',
    headers: { ...HTML, 'accept-encoding': 'gzip, br' },
    status: 200,
    answers: { ...PAGE, 'content-encoding': 'br' },
  },
  {
    says: 'a route is not found for a request for an image',
    path: '/my-page',
    headers: { accept: 'image/avif,image/webp' },
    status: 404,
    answers: { 'content-type': /text\/plain/ },
  },
  {
    says: 'a missing script is not answered with the page',
    path: '/main.js',
    headers: HTML,
    status: 404,
    answers: REFUSED,
  },
  {
    says: 'the composed file has only one address',
    path: '/index.html',
    headers: HTML,
    status: 404,
  },
  {
    says: 'the file of headers is not served',
    path: '/headers.json',
    headers: HTML,
    status: 404,
  },
  {
    says: 'a form cannot be posted to a route',
    method: 'POST',
    path: '/my-page',
    headers: HTML,
    body: 'a=b',
    status: 405,
    answers: { allow: 'GET, HEAD' },
  },
  { says: 'TRACE is refused', method: 'TRACE', path: '/', status: 405 },
  {
    says: 'the page on which a preview begins is kept by nobody',
    path: '/preview',
    headers: HTML,
    status: 200,
    answers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'set-cookie': null,
    },
    contains: '<form id="begin" method="post" action="/preview"',
  },
  {
    says: 'a preview that is none is refused in words',
    method: 'POST',
    path: '/preview',
    headers: {
      origin: 'http://localhost:4300',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'token=abc',
    status: 403,
    answers: { ...REFUSED, 'set-cookie': null },
    contains: 'There is no such preview, or it has ended.',
  },
  {
    says: 'another site begins no preview',
    method: 'POST',
    path: '/preview',
    headers: { origin: 'https://evil.example' },
    body: 'token=abc',
    status: 403,
    contains: 'does not come from a page of this portal',
  },
  {
    says: 'a preview ends by its own button',
    method: 'POST',
    path: '/preview',
    headers: { origin: 'http://localhost:4300' },
    body: 'end=1',
    status: 303,
    answers: {
      location: '/',
      'set-cookie': /: portal_preview=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax/,
    },
  },
  {
    says: 'a browser whose preview has ended gets what is live, from no cache, and keeps nothing of it',
    path: '/my-page',
    headers: { ...HTML, cookie: 'portal_slice=0f; portal_preview=abc' },
    status: 200,
    answers: {
      ...PAGE,
      'cache-control': 'private, no-store',
      'set-cookie': /: portal_preview=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax/,
    },
  },
  {
    says: 'the name that the cookie has with https means nothing over http',
    path: '/my-page',
    headers: { ...HTML, cookie: 'portal_slice=0f; __Host-portal_preview=abc' },
    status: 200,
    answers: { ...PAGE, 'cache-control': 'private, no-store', 'set-cookie': null },
  },
  {
    says: 'the silent check has its own policy',
    path: '/silent-check.html?code=x',
    status: 200,
    answers: {
      ...PAGE,
      'content-security-policy': /frame-ancestors 'self'/,
      'x-frame-options': 'SAMEORIGIN',
    },
    contains: '<!doctype html>',
  },
  {
    says: 'latest.json lists the versions',
    path: '/latest.json',
    status: 200,
    answers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      etag: /./,
    },
    contains: '"shell"',
  },
  {
    says: 'the manifest that the page names is kept for good',
    path: `/${appFiles(pageConfiguration()).manifest('ja')}`,
    status: 200,
    answers: {
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': 'public,max-age=31536000,immutable',
      'x-content-type-options': 'nosniff',
    },
    contains: 'つばめ',
  },
  {
    says: 'an icon that the page names is a picture',
    path: `/${appFiles(pageConfiguration()).touchIcon}`,
    headers: { accept: 'image/avif,image/webp,image/*,*/*;q=0.8' },
    status: 200,
    answers: {
      'content-type': 'image/png',
      'cache-control': 'public,max-age=31536000,immutable',
    },
    contains: 'PNG',
  },
  {
    says: 'the service worker is always asked for anew, and runs under a policy of its own',
    path: '/worker.js',
    status: 200,
    answers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': /: default-src 'none'; connect-src 'self'$/,
      etag: /./,
    },
    contains: 'addEventListener',
  },
  {
    says: 'a page of the portal has the browser forget what it keeps',
    path: '/signed-out',
    headers: { 'sec-fetch-site': 'same-origin' },
    status: 200,
    answers: { ...REFUSED, 'clear-site-data': '"storage", "cache"' },
  },
  ...['cross-site', 'same-site', 'none'].map((site) => ({
    says: `a request from elsewhere (${site}) does not`,
    path: '/signed-out',
    headers: { ...HTML, 'sec-fetch-site': site },
    status: 404,
    answers: { ...REFUSED, 'clear-site-data': null },
  })),
  {
    says: 'nor does one that does not say where it comes from',
    path: '/signed-out',
    headers: HTML,
    status: 404,
    answers: { ...REFUSED, 'clear-site-data': null },
  },
  {
    says: 'a password manager is sent to the screen that changes the password',
    path: '/.well-known/change-password',
    headers: HTML,
    status: 302,
    answers: { location: '/account/change-password', 'cache-control': 'no-store' },
  },
  {
    says: 'security.txt has an address and a type of its own',
    path: '/.well-known/security.txt',
    status: 200,
    answers: { 'content-type': 'text/plain; charset=utf-8', etag: /./ },
    contains: 'Contact: mailto:security@portal.example',
  },
  {
    says: 'an unknown well-known address is not found, as password managers check',
    path: '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
    headers: HTML,
    status: 404,
    answers: REFUSED,
  },

  {
    says: "the shell's script",
    path: `/remotes/shell/${FILES.shell}`,
    status: 200,
    answers: { ...IMMUTABLE, 'content-type': /javascript/ },
    contains: 'shell()',
  },
  {
    says: "a remote's script",
    path: `/remotes/account/${FILES.account}`,
    status: 200,
    answers: { ...IMMUTABLE, 'content-type': /javascript/ },
    contains: 'account()',
  },
  {
    says: "a remote's script as brotli",
    path: `/remotes/account/${FILES.account}`,
    headers: { 'accept-encoding': 'gzip, deflate, br' },
    status: 200,
    answers: { ...IMMUTABLE, 'content-encoding': 'br' },
  },
  {
    says: 'a file without a hash in its name is not served',
    path: '/remotes/account/plain.txt',
    status: 404,
  },
  {
    says: 'a compressed file has no address of its own',
    path: `/remotes/account/${FILES.account}.br`,
    status: 404,
  },
  {
    says: 'a file of another part is not found',
    path: `/remotes/account/${FILES.shell}`,
    status: 404,
  },
  { says: 'an unknown remote', path: `/remotes/nobody/${FILES.account}`, status: 404 },
  { says: 'a remote’s folder', path: '/remotes/account/', headers: HTML, status: 404 },
  { says: 'the remotes’ folder', path: '/remotes/', headers: HTML, status: 404 },
  { says: 'the remotes’ folder without a slash', path: '/remotes', headers: HTML, status: 404 },
  {
    says: 'a file refuses POST',
    method: 'POST',
    path: `/remotes/account/${FILES.account}`,
    body: 'x',
    status: 405,
    answers: { allow: 'GET, HEAD' },
  },

  { says: "the API's root", path: '/api', status: 200, contains: '"url":"/"' },
  { says: "the API's root with a slash", path: '/api/', status: 200, contains: '"url":"/"' },
  {
    says: 'a body reaches the API',
    method: 'POST',
    path: '/api/echo',
    headers: { 'content-type': 'application/json' },
    body: '{"a":"花子"}',
    status: 200,
    contains: 'a\\":\\"花子',
  },
  {
    says: 'the token reaches the API',
    path: '/api/echo',
    headers: { authorization: 'Bearer t' },
    status: 200,
    answers: { 'set-cookie': /a=b/ },
    contains: '"secrets":["authorization"]',
  },
  {
    says: 'a forged client address is replaced',
    path: '/api/echo',
    headers: { 'x-forwarded-for': '203.0.113.9' },
    status: 200,
    contains: '"x-forwarded-for":"127.0.0.1"',
  },
  {
    says: 'a forged scheme is replaced',
    path: '/api/echo',
    headers: { 'x-forwarded-proto': 'https' },
    status: 200,
    contains: '"x-forwarded-proto":"http"',
  },
  {
    says: 'a forged Forwarded header is removed',
    path: '/api/echo',
    headers: { forwarded: 'for=203.0.113.9' },
    status: 200,
    contains: '"forwarded":null',
  },
  {
    says: 'a forged request id is replaced',
    path: '/api/echo',
    headers: { 'x-request-id': 'mine' },
    status: 200,
    contains: '"requestIdIsOurs":true',
  },

  ...['/my-page', '/api/echo'].map((path) => ({
    says: `what another host of the site has the browser send hinders nothing at ${path}`,
    path,
    headers: { ...HTML, cookie: cookiesOf(60_000) },
    status: 200,
    answers: { 'clear-site-data': null },
  })),
  ...['/my-page', '/api/echo'].map((path) => ({
    says: `a browser that sends ${path} more cookies than are read removes them`,
    path,
    headers: { ...HTML, cookie: cookiesOf(700_000) },
    status: 431,
    answers: { ...REFUSED, 'clear-site-data': '"cookies"' },
    contains: 'Please load the page again.',
  })),

  {
    says: 'a path with dot segments is refused',
    path: '/../etc/passwd',
    headers: HTML,
    status: 400,
  },
  {
    says: 'a path with dot segments inside is refused',
    path: '/remotes/account/../../secret',
    status: 400,
  },
  {
    says: 'encoded dot segments are refused',
    path: '/remotes/account/%2e%2e/%2e%2e/etc/passwd',
    status: 400,
  },
  { says: 'an encoded slash is refused', path: '/remotes/account%2f..%2fx', status: 400 },
  { says: 'a backslash is refused', path: '/api/..\\..\\x', status: 400 },
  { says: 'an encoded backslash is refused', path: '/api/a%5cb', status: 400 },
  { says: 'NUL is refused', path: '/my-page%00.js', status: 400 },
];

/** Of parts with servers of files of their own, as only nginx has them. */
export const OWN_SERVERS: readonly AddressCase[] = [
  {
    says: 'a remote that is down is answered with an error at once',
    path: '/remotes/signup/remote.55ee55ee55.js',
    status: 503,
    answers: { ...REFUSED, 'content-type': 'text/plain; charset=utf-8', 'retry-after': '2' },
    contains: 'cannot be reached',
  },
  {
    says: "a team's own server of files says what a file is, and nothing about the portal's origin",
    path: '/remotes/hostile/x',
    status: 200,
    answers: {
      'content-type': 'image/svg+xml',
      'cache-control': 'max-age=60',
      ...INERT,
      ...Object.fromEntries(HOSTILE_HEADERS.map(([name]) => [name, null])),
    },
    contains: '<svg',
  },
  {
    says: "a remote's server receives no cookie and no token",
    path: '/remotes/mirror/x',
    headers: { cookie: 'locale=ja', authorization: 'Bearer t', 'x-api-key': 'k' },
    status: 200,
    answers: { 'set-cookie': null },
    contains: '"secrets":[]',
  },
];
