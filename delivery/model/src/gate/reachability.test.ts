import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { INERT_HEADERS } from '../store/file-type.ts';
import { releasedFile, remoteDocument } from '../testing/gate-documents.ts';
import { type ReachabilityOptions, reachabilityProblems } from './reachability.ts';

const SCRIPT = Buffer.from('console.log("account");');
const STYLES = Buffer.from('.a{color:red}');
const PORTAL = 'https://portal.example';

const described = (body: Buffer) => ({
  ...releasedFile(10),
  size: body.length,
  integrity: `sha384-${createHash('sha384').update(body).digest('base64')}`,
});
const candidate = remoteDocument({
  files: { 'a.0123456789.js': described(SCRIPT), 'b.0123456789.css': described(STYLES) },
});
const BODIES: Readonly<Record<string, Buffer>> = {
  '/account/a.0123456789.js': SCRIPT,
  '/account/b.0123456789.css': STYLES,
};

/** The headers of a file server as it should be. */
const headersOf = (path: string): Record<string, string> => ({
  'content-type': path.endsWith('.js') ? 'text/javascript; charset=utf-8' : 'text/css',
  'cache-control': 'public, max-age=31536000, immutable',
  'access-control-allow-origin': PORTAL,
  ...INERT_HEADERS,
});

type Answer = (request: IncomingMessage, response: ServerResponse, path: string) => void;
const wellServed: Answer = (_, response, path) => {
  const body = BODIES[path];
  response.writeHead(body ? 200 : 404, headersOf(path)).end(body);
};

let server: Server;
let base: string;
let answer: Answer;

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response, request.url ?? ''));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/account/`;
});
beforeEach(() => {
  answer = wellServed;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const check = (options: Partial<ReachabilityOptions> = {}) =>
  reachabilityProblems(candidate, { fetch, bases: [base], portalOrigin: PORTAL, ...options });
const codes = async (options?: Partial<ReachabilityOptions>) =>
  (await check(options)).map(({ code }) => code);

const without =
  (header: string, value?: string): Answer =>
  (_, response, path) => {
    const { [header]: _left, ...headers } = headersOf(path);
    response.writeHead(200, { ...headers, ...(value && { [header]: value }) }).end(BODIES[path]);
  };

test.each<[string, string, Answer]>([
  ['a file that is not there', 'status', (_, response) => response.writeHead(404).end()],
  [
    'a file that is somewhere else',
    'status',
    (request, response, path) =>
      path.startsWith('/moved')
        ? wellServed(request, response, path.replace('/moved', ''))
        : response.writeHead(302, { location: `/moved${path}` }).end(),
  ],
  ['a connection that breaks', 'status', (request) => request.socket.destroy()],
  [
    'other content',
    'hash',
    (_, response, path) => response.writeHead(200, headersOf(path)).end('other content'),
  ],
  [
    'content of the same length',
    'hash',
    (_, response, path) =>
      response.writeHead(200, headersOf(path)).end(BODIES[path]?.map((byte) => byte ^ 1)),
  ],
  ['another type', 'type', without('content-type', 'text/plain')],
  ['no type', 'type', without('content-type')],
  ['a short time in caches', 'caching', without('cache-control', 'max-age=60')],
  ['no time in caches', 'caching', without('cache-control', 'immutable, max-age=0')],
  ['no policy', 'inert', without('content-security-policy')],
  ['the policy of a page', 'inert', without('content-security-policy', "default-src 'self'")],
  ['a type that browsers may guess', 'inert', without('x-content-type-options')],
  ['no CORS header', 'cors', without('access-control-allow-origin')],
  [
    'the CORS header of another',
    'cors',
    without('access-control-allow-origin', 'https://a.example'),
  ],
])('%s is a problem of %s at every file', async (_, kind, answered) => {
  answer = answered;
  expect(await codes()).toEqual([`reachability.${kind}`, `reachability.${kind}`]);
});

test('does not wait for a server that never answers, nor read one that never ends', async () => {
  answer = () => {};
  expect(await codes({ timeLimitMs: 50 })).toEqual(['reachability.status', 'reachability.status']);
  answer = (_, response, path) => {
    response.writeHead(200, headersOf(path));
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) {}
    };
    response.on('drain', more);
    more();
  };
  expect(await codes()).toEqual(['reachability.hash', 'reachability.hash']);
});
