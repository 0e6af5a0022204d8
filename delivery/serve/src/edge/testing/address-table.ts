import { pageConfiguration } from '@portal/server-testing/releases/page-setting';
import { appFiles } from '@portal/shared-brand/app/app-files';

/** The answers of the portal's origin to each address, which the built-in edge and nginx have to give alike. */
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

type More = Partial<Omit<AddressCase, 'path' | 'status' | 'says'>>;
/** A request, which is a GET unless it says otherwise. */
const get = (path: string, status: number, says: string, more: More = {}): AddressCase => ({
  path,
  status,
  says,
  ...more,
});
/** A request such as a browser makes for a page. */
const html = (path: string, status: number, says: string, more: More = {}) =>
  get(path, status, says, { headers: HTML, ...more });

export const ADDRESS_TABLE: readonly AddressCase[] = [
  html('/', 200, 'the root is the page', { answers: PAGE, contains: '<!doctype html>' }),
  html('/my-page', 200, 'a route is the page', { answers: PAGE }),
  html(
    '/nobody/knows',
    404,
    'an unknown route is the page too, which shows the 404 screen, with 404',
    { answers: PAGE, contains: '<!doctype html>' },
  ),
  html('/health', 404, 'the health of the server’s page listener is not for browsers', {
    answers: PAGE,
  }),
  html('/screens.json', 404, 'the list of screens is for the edge alone', { answers: REFUSED }),
  html('/%E3%83%9E%E3%82%A4', 404, 'a Japanese address is the page', { answers: PAGE }),
  html('/my-page', 200, 'HEAD of a route has no body', {
    method: 'HEAD',
    answers: PAGE,
    contains: '',
  }),
  get('/', 200, 'the page is served as brotli', {
    headers: { ...HTML, 'accept-encoding': 'gzip, br' },
    answers: { ...PAGE, 'content-encoding': 'br' },
  }),
  get('/my-page', 404, 'a route is not found for a request for an image', {
    headers: { accept: 'image/avif,image/webp' },
    answers: { 'content-type': /text\/plain/ },
  }),
  html('/main.js', 404, 'a missing script is not answered with the page', { answers: REFUSED }),
  html('/index.html', 404, 'the composed file has only one address'),
  html('/headers.json', 404, 'the file of headers is not served'),
  html('/my-page', 405, 'a form cannot be posted to a route', {
    method: 'POST',
    body: 'a=b',
    answers: { allow: 'GET, HEAD' },
  }),
  get('/', 405, 'TRACE is refused', { method: 'TRACE' }),
  html('/preview', 200, 'the page on which a preview begins is kept by nobody', {
    answers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'set-cookie': null,
    },
    contains: '<form id="begin" method="post" action="/preview"',
  }),
  get('/preview', 403, 'a preview that is none is refused in words', {
    method: 'POST',
    headers: {
      origin: 'http://localhost:4300',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'token=abc',
    answers: { ...REFUSED, 'set-cookie': null },
    contains: 'There is no such preview, or it has ended.',
  }),
  get('/preview', 403, 'another site begins no preview', {
    method: 'POST',
    headers: { origin: 'https://evil.example' },
    body: 'token=abc',
    contains: 'does not come from a page of this portal',
  }),
  get('/preview', 303, 'a preview ends by its own button', {
    method: 'POST',
    headers: { origin: 'http://localhost:4300' },
    body: 'end=1',
    answers: {
      location: '/',
      'set-cookie': /: portal_preview=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax/,
    },
  }),
  get(
    '/my-page',
    200,
    'a browser whose preview has ended gets what is live, from no cache, and keeps nothing of it',
    {
      headers: { ...HTML, cookie: 'portal_slice=0f; portal_preview=abc' },
      answers: {
        ...PAGE,
        'cache-control': 'private, no-store',
        'set-cookie': /: portal_preview=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax/,
      },
    },
  ),
  get('/my-page', 200, 'the name that the cookie has with https means nothing over http', {
    headers: { ...HTML, cookie: 'portal_slice=0f; __Host-portal_preview=abc' },
    answers: { ...PAGE, 'cache-control': 'private, no-store', 'set-cookie': null },
  }),
  get('/silent-check.html?code=x', 200, 'the silent check has its own policy', {
    answers: {
      ...PAGE,
      'content-security-policy': /frame-ancestors 'self'/,
      'x-frame-options': 'SAMEORIGIN',
    },
    contains: '<!doctype html>',
  }),
  get('/latest.json', 200, 'latest.json lists the versions', {
    answers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      etag: /./,
    },
    contains: '"shell"',
  }),
  get(
    `/${appFiles(pageConfiguration()).manifest('ja')}`,
    200,
    'the manifest that the page names is kept for good',
    {
      answers: {
        'content-type': 'application/manifest+json; charset=utf-8',
        'cache-control': 'public,max-age=31536000,immutable',
        'x-content-type-options': 'nosniff',
      },
      contains: 'つばめ',
    },
  ),
  get(
    `/${appFiles(pageConfiguration()).touchIcon}`,
    200,
    'an icon that the page names is a picture',
    {
      headers: { accept: 'image/avif,image/webp,image/*,*/*;q=0.8' },
      answers: {
        'content-type': 'image/png',
        'cache-control': 'public,max-age=31536000,immutable',
      },
      contains: 'PNG',
    },
  ),
  get(
    '/worker.js',
    200,
    'the service worker is always asked for anew, and runs under a policy of its own',
    {
      answers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': /: default-src 'none'; connect-src 'self'$/,
        etag: /./,
      },
      contains: 'addEventListener',
    },
  ),
  get('/signed-out', 200, 'a page of the portal has the browser forget what it keeps', {
    headers: { 'sec-fetch-site': 'same-origin' },
    answers: { ...REFUSED, 'clear-site-data': '"storage", "cache"' },
  }),
  ...['cross-site', 'same-site', 'none'].map((site) => ({
    says: `a request from elsewhere (${site}) does not`,
    path: '/signed-out',
    headers: { ...HTML, 'sec-fetch-site': site },
    status: 404,
    answers: { ...REFUSED, 'clear-site-data': null },
  })),
  html('/signed-out', 404, 'nor does one that does not say where it comes from', {
    answers: { ...REFUSED, 'clear-site-data': null },
  }),
  html(
    '/.well-known/change-password',
    302,
    'a password manager is sent to the screen that changes the password',
    { answers: { location: '/account/change-password', 'cache-control': 'no-store' } },
  ),
  get('/.well-known/security.txt', 200, 'security.txt has an address and a type of its own', {
    answers: { 'content-type': 'text/plain; charset=utf-8', etag: /./ },
    contains: 'Contact: mailto:security@portal.example',
  }),
  html(
    '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
    404,
    'an unknown well-known address is not found, as password managers check',
    { answers: REFUSED },
  ),

  get(`/remotes/shell/${FILES.shell}`, 200, "the shell's script", {
    answers: { ...IMMUTABLE, 'content-type': /javascript/ },
    contains: 'shell()',
  }),
  get(`/remotes/account/${FILES.account}`, 200, "a remote's script", {
    answers: { ...IMMUTABLE, 'content-type': /javascript/ },
    contains: 'account()',
  }),
  get(`/remotes/account/${FILES.account}`, 200, "a remote's script as brotli", {
    headers: { 'accept-encoding': 'gzip, deflate, br' },
    answers: { ...IMMUTABLE, 'content-encoding': 'br' },
  }),
  get('/remotes/account/plain.txt', 404, 'a file without a hash in its name is not served'),
  get(`/remotes/account/${FILES.account}.br`, 404, 'a compressed file has no address of its own'),
  get(`/remotes/account/${FILES.shell}`, 404, 'a file of another part is not found'),
  get(`/remotes/nobody/${FILES.account}`, 404, 'an unknown remote'),
  html('/remotes/account/', 404, 'a remote’s folder'),
  html('/remotes/', 404, 'the remotes’ folder'),
  html('/remotes', 404, 'the remotes’ folder without a slash'),
  get(`/remotes/account/${FILES.account}`, 405, 'a file refuses POST', {
    method: 'POST',
    body: 'x',
    answers: { allow: 'GET, HEAD' },
  }),

  get('/api', 200, "the API's root", { contains: '"url":"/"' }),
  get('/api/', 200, "the API's root with a slash", { contains: '"url":"/"' }),
  get('/api/echo', 200, 'a body reaches the API', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a":"花子"}',
    contains: 'a\\":\\"花子',
  }),
  get('/api/echo', 200, 'the token reaches the API', {
    headers: { authorization: 'Bearer t' },
    answers: { 'set-cookie': /a=b/ },
    contains: '"secrets":["authorization"]',
  }),
  get('/api/echo', 200, 'a forged client address is replaced', {
    headers: { 'x-forwarded-for': '203.0.113.9' },
    contains: '"x-forwarded-for":"127.0.0.1"',
  }),
  get('/api/echo', 200, 'a forged scheme is replaced', {
    headers: { 'x-forwarded-proto': 'https' },
    contains: '"x-forwarded-proto":"http"',
  }),
  get('/api/echo', 200, 'a forged Forwarded header is removed', {
    headers: { forwarded: 'for=203.0.113.9' },
    contains: '"forwarded":null',
  }),
  get('/api/echo', 200, 'a forged request id is replaced', {
    headers: { 'x-request-id': 'mine' },
    contains: '"requestIdIsOurs":true',
  }),

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

  html('/../etc/passwd', 400, 'a path with dot segments is refused'),
  get('/remotes/account/../../secret', 400, 'a path with dot segments inside is refused'),
  get('/remotes/account/%2e%2e/%2e%2e/etc/passwd', 400, 'encoded dot segments are refused'),
  get('/remotes/account%2f..%2fx', 400, 'an encoded slash is refused'),
  get('/api/..\\..\\x', 400, 'a backslash is refused'),
  get('/api/a%5cb', 400, 'an encoded backslash is refused'),
  get('/my-page%00.js', 400, 'NUL is refused'),
];

/** Of parts with servers of files of their own, as only nginx has them. */
export const OWN_SERVERS: readonly AddressCase[] = [
  get(
    '/remotes/signup/remote.55ee55ee55.js',
    503,
    'a remote that is down is answered with an error at once',
    {
      answers: { ...REFUSED, 'content-type': 'text/plain; charset=utf-8', 'retry-after': '2' },
      contains: 'cannot be reached',
    },
  ),
  get(
    '/remotes/hostile/x',
    200,
    "a team's own server of files says what a file is, and nothing about the portal's origin",
    {
      answers: {
        'content-type': 'image/svg+xml',
        'cache-control': 'max-age=60',
        ...INERT,
        ...Object.fromEntries(HOSTILE_HEADERS.map(([name]) => [name, null])),
      },
      contains: '<svg',
    },
  ),
  get('/remotes/mirror/x', 200, "a remote's server receives no cookie and no token", {
    headers: { cookie: 'locale=ja', authorization: 'Bearer t', 'x-api-key': 'k' },
    answers: { 'set-cookie': null },
    contains: '"secrets":[]',
  }),
];
