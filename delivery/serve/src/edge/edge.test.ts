import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { createEdge, type Edge, type EdgeOptions } from './edge.ts';
import { ADDRESS_TABLE } from './testing/address-table.ts';
import { expectResponse, expectStream } from './testing/expect-response.ts';
import { type EdgeFixture, edgeFixture, listen } from './testing/fixture.ts';
import { type LivePage, startLivePage } from './testing/live-page.ts';
import { send } from './testing/raw-request.ts';

let fixture: EdgeFixture;
let page: LivePage;
let options: EdgeOptions;
let edge: Edge;
let origin: string;

beforeAll(async () => {
  [fixture, page] = await Promise.all([edgeFixture(), startLivePage()]);
  options = {
    origin: 'http://localhost:4300',
    api: fixture.api,
    page: `http://127.0.0.1:${page.listener.port}`,
    releases: fixture.releases,
  };
  edge = createEdge(options);
  origin = await listen(edge.server as Server);
});
afterAll(async () => {
  await edge.close();
  await Promise.all([fixture.close(), page.close()]);
});

// @proves 2.93 7.550 9.36 9.562 14.512
test.each(ADDRESS_TABLE.map((row) => [row.says, row] as const))('%s', async (_, row) => {
  await expectResponse(origin, row);
});

const HTML = { accept: 'text/html', 'accept-encoding': 'identity' };

// @proves 7.161
test('serves the page of what is live, without a restart', async () => {
  await page.configure('Swallow');
  await page.listener.until(({ body }) => body.includes('"en":"Swallow"'));
  expect((await send(origin, { path: '/', headers: HTML })).body).toContain('"en":"Swallow"');
});

// @proves 7.161
test('passes the slice and a preview on to the page, and no other cookie, token or query', async () => {
  const asked: { url?: string; headers: object }[] = [];
  const listener = createServer(({ url = '', headers }, response) => {
    asked.push({ url, headers });
    response.setHeader('set-cookie', 'portal_slice=0f; Path=/').end('page');
  });
  const ownEdge = createEdge({ ...options, page: await listen(listener) });
  const at = await listen(ownEdge.server as Server);
  const answer = await send(at, {
    path: '/callback?code=a-code',
    headers: {
      ...HTML,
      authorization: 'Bearer t',
      cookie: 'locale=ja; portal_slice=2a; b=c; __Host-portal_preview=abc; portal_preview=d.e',
    },
  });
  expect(answer.headers['set-cookie']).toEqual(['portal_slice=0f; Path=/']);
  await send(at, { path: '/my-page', headers: { ...HTML, cookie: 'locale=ja' } });
  expect(asked).toMatchObject([
    {
      url: '/callback?',
      headers: { accept: 'text/html', cookie: 'portal_slice=2a; __Host-portal_preview=abc' },
    },
    { url: '/my-page?' },
  ]);
  expect(JSON.stringify(asked)).not.toMatch(/authorization|locale|a-code/);
  await ownEdge.close();
  listener.closeAllConnections();
  listener.close();
});

test.each([
  ['two lengths', ['content-length: 4', 'content-length: 5']],
  ['a length and chunks', ['content-length: 4', 'transfer-encoding: chunked']],
  ['a coding that is none', ['transfer-encoding: xchunked']],
])('a request with %s is refused, because servers read its end differently', async (_, headers) => {
  const socket = createConnection(Number(new URL(origin).port), '127.0.0.1');
  const lines = ['POST /api/echo HTTP/1.1', 'host: localhost', ...headers, '', '0', '', ''];
  socket.write(lines.join('\r\n'));
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 (400|501) /);
  socket.destroy();
});

// @proves 9.491 16.81 16.931
test('passes on nothing that says where a request comes from', async () => {
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const headers = { 'cf-ipcountry': 'US', traceparent, 'x-request-id': 'balancer-1234' };
  const { body } = await send(origin, { path: '/api/echo', headers });
  expect(JSON.parse(body)).toMatchObject({ requestIdIsOurs: true });
  expect(JSON.parse(body)).not.toHaveProperty('cf-ipcountry');
  expect(JSON.parse(body)).not.toHaveProperty('traceparent');
});

test('streams API events one by one, and ends the call behind when the browser leaves', async () => {
  await expectStream(origin);
  const readers = async () => (await send(origin, { path: '/api/readers' })).body;
  // The test's own time-out ends it.
  while ((await readers()) !== '0');
});

// @proves 9.490
test('passes on that a body came too slowly, and ends its connection', async () => {
  const impatient = createServer((_, response) => {
    response.writeHead(408, { connection: 'close' }).end('{"error":"request.too_slow"}');
  });
  const own = createEdge({ ...options, api: await listen(impatient) });
  const { port } = new URL(await listen(own.server as Server));
  const socket = createConnection(Number(port), '127.0.0.1');
  socket.write('POST /api/me HTTP/1.1\r\nhost: localhost\r\ncontent-length: 400\r\n\r\na');
  // Ends with the connection.
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('"request.too_slow"');
  await own.close();
  impatient.close();
});

// @proves 7.134
test('a file is served as soon as it is there, as it is where no compressed one is, and is not found once it is gone', async () => {
  const file = 'screen.0123456789.js';
  const stored = join(fixture.releases, 'files/account', file);
  const path = `/remotes/account/${file}`;
  const headers = { 'accept-encoding': 'gzip, br' };
  expect((await send(origin, { path })).status).toBe(404);
  await writeFile(stored, 'screen()');
  const plain = await send(origin, { path, headers });
  expect([plain.body, plain.headers['content-encoding']]).toEqual(['screen()', undefined]);
  await writeFile(`${stored}.gz`, gzipSync('screen()'));
  expect((await send(origin, { path, headers })).headers['content-encoding']).toBe('gzip');
  await rm(stored);
  expect((await send(origin, { path })).status).toBe(404);
});

// @proves 7.551
test.each([
  ['json', 'application/json'],
  ['svg', 'image/svg+xml'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['woff2', 'font/woff2'],
])('a file that ends in %s is served as %s', async (ending, type) => {
  const file = `part.0123456789.${ending}`;
  await writeFile(join(fixture.releases, 'files/account', file), '{}');
  const answer = await send(origin, { path: `/remotes/account/${file}` });
  expect(answer).toMatchObject({ status: 200, body: '{}' });
  expect(answer.headers['content-type']).toBe(type);
});

// @proves 7.161
test('says in words that the server cannot be reached', async () => {
  const lonely = createEdge({ ...options, api: 'http://127.0.0.1:9', page: 'http://127.0.0.1:9' });
  const at = await listen(lonely.server as Server);
  expect(await send(at, { path: '/my-page', headers: HTML })).toMatchObject({
    status: 503,
    headers: { 'retry-after': '2', refresh: '5' },
    body: expect.stringContaining('This page cannot be shown right now.'),
  });
  const { status, headers, body } = await send(at, { path: '/api/me' });
  expect([status, JSON.parse(body)]).toEqual([
    503,
    { error: 'server.unavailable', request_id: headers['x-request-id'] },
  ]);
  await lonely.close();
});
