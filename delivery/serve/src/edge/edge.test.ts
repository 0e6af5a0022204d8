import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, constants } from 'node:http2';
import { createConnection } from 'node:net';
import { localCertificate } from './certificate.ts';
import { type AccessRecord, createEdge, type Edge, type EdgeOptions } from './edge.ts';
import { ADDRESS_TABLE, HSTS_PATHS } from './testing/address-table.ts';
import { expectResponse } from './testing/expect-response.ts';
import { type EdgeFixture, edgeFixture, listen } from './testing/fixture.ts';
import { type LivePage, startLivePage } from './testing/live-page.ts';
import { send } from './testing/raw-request.ts';

let fixture: EdgeFixture;
let page: LivePage;
let upstreams: EdgeOptions['upstreams'];
let edge: Edge;
let origin: string;
const records: AccessRecord[] = [];

beforeAll(async () => {
  [fixture, page] = await Promise.all([edgeFixture(), startLivePage()]);
  const { api, files } = fixture.upstreams;
  upstreams = {
    api,
    page: `http://127.0.0.1:${page.listener.port}`,
    files: String(files.account),
    filesOf: files,
  };
  edge = createEdge({ upstreams, log: (record) => records.push(record) });
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

// @proves 9.34
test.each([
  ['https://portal.example', /^max-age=63072000; includeSubDomains$/],
  ['http://portal.example', null],
  // It would hold for every port of the machine.
  ['https://localhost:4300', null],
])('at %s each answer has HSTS: %s', async (publicOrigin, hsts) => {
  const ownEdge = createEdge({ upstreams, publicOrigin });
  const at = await listen(ownEdge.server as Server);
  for (const path of HSTS_PATHS) {
    const { headers } = await send(at, { path, headers: { accept: 'text/html' } });
    const sent = headers['strict-transport-security'];
    if (hsts === null) expect([path, sent]).toEqual([path, undefined]);
    else expect(sent).toMatch(hsts);
  }
  await ownEdge.close();
});

// @proves 9.33
test.each([
  ['127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['127.0.0.0/8,10.0.0.0/8', '1.1.1.1, 203.0.113.9, 10.0.0.1', '203.0.113.9'],
  ['127.0.0.0/8,fd00::/8', '1.1.1.1, 2001:db8::9, fd00::1', '2001:db8::9'],
  ['10.0.0.0/8', '203.0.113.9', '127.0.0.1'],
])('behind %s, %s is %s to the API', async (trustProxy, forwarded, client) => {
  const behind = createEdge({ upstreams, trustProxy });
  const at = await listen(behind.server as Server);
  const answer = await send(at, { path: '/api/echo', headers: { 'x-forwarded-for': forwarded } });
  expect(JSON.parse(answer.body)['x-forwarded-for']).toBe(client);
  await behind.close();
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
  const ownEdge = createEdge({ upstreams: { ...upstreams, page: await listen(listener) } });
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

// @proves 9.491
test('passes on the country of the caller from a trusted proxy alone', async () => {
  const seenBy = async (at: string, name = 'cf-ipcountry') =>
    JSON.parse((await send(at, { path: '/api/echo', headers: { [name]: 'US' } })).body)[name];
  expect(await seenBy(origin)).toBeUndefined();
  const behind = createEdge({ upstreams, trustProxy: '127.0.0.0/8' });
  expect(await seenBy(await listen(behind.server as Server))).toBe('US');
  await behind.close();
  const named = createEdge({ upstreams, countryHeader: 'CF-IPCountry' });
  expect(await seenBy(await listen(named.server as Server))).toBeUndefined();
  await named.close();
});

// @proves 16.931
test('passes on the trace of a request from a trusted proxy alone', async () => {
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const seenBy = async (at: string) =>
    JSON.parse((await send(at, { path: '/api/echo', headers: { traceparent } })).body).traceparent;
  expect(await seenBy(origin)).toBeUndefined();
  const behind = createEdge({ upstreams, trustProxy: '127.0.0.0/8' });
  expect(await seenBy(await listen(behind.server as Server))).toBe(traceparent);
  await behind.close();
});

// @proves 9.490 9.560
test.each(['/api/echo', '/preview'])('ends a body to %s that stalls', async (path) => {
  const { port } = new URL(origin);
  const socket = createConnection(Number(port), '127.0.0.1');
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'Date'] });
  try {
    socket.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 400\r\n\r\n`);
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    const closed = once(socket, 'close');
    for (let isOpen = true; isOpen; await new Promise(setImmediate)) {
      jest.advanceTimersByTime(100);
      isOpen = !socket.closed;
    }
    await closed;
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"request.too_slow"');
  } finally {
    jest.useRealTimers();
  }
});

// @proves 9.492
test('ends a connection whose streams are opened and reset all the time', async () => {
  const secure = createEdge({ upstreams, tls: await localCertificate() });
  const at = (await listen(secure.server as unknown as Server)).replace('http:', 'https:');
  const session = connect(at, { rejectUnauthorized: false });
  session.on('error', () => {});
  await once(session, 'connect');
  while (!session.destroyed) {
    // Streams of events, which do not end by themselves.
    const calls = Array.from({ length: 30 }, () => session.request({ ':path': '/api/events' }));
    for (const call of calls) call.on('error', () => {});
    const begun = calls.map(
      (call) => new Promise((resolve) => call.once('response', resolve).once('close', resolve)),
    );
    await Promise.all(begun);
    for (const call of calls) call.close(constants.NGHTTP2_CANCEL);
    await Promise.all(calls.map((call) => call.closed || once(call, 'close').catch(() => {})));
  }
  await secure.close();
});

// @proves 9.492
test('ends a request whose header is not whole after ten seconds', async () => {
  const edge = createEdge({ upstreams });
  expect((edge.server as Server).headersTimeout).toBe(10_000);
  await edge.close();
});
