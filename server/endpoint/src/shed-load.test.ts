import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { sharedServer } from '@portal/server-testing';
import { listenOnFreePort } from '@portal/server-testing/listen';
import { shedLoad } from './shed-load.ts';

const ORIGIN = 'http://localhost:4300';
/** More than a server takes at once that answers nothing for now. */
const CROWD = 200;

const server = sharedServer();

/** The API with its load shedding on a port and a busy database, in front of calls that `release` answers. */
async function openApi() {
  const held: (() => void)[] = [];
  let isHolding = true;
  const answer: RequestListener = (request, response) => {
    const end = () => response.end('answered');
    if (isHolding && request.url === '/userinfo') held.push(end);
    else end();
  };
  const pool = { pool: 'api', open: 10, idle: 0, waiting: 1 } as const;
  const database = { ...server.context.database, pools: () => [pool] };
  const shed = shedLoad({ ...server.context, database }, answer, {
    isLoopBusy: () => false,
    onRefused: () => {},
  });
  const http = createServer(shed.handler);
  const port = await listenOnFreePort(http);
  return {
    call: (path: string, init: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers: { origin: ORIGIN } }),
    port,
    release() {
      isHolding = false;
      for (const end of held) end();
    },
    async close() {
      shed.stop();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

// @proves 9.71
test('refuses calls for which there is no time at once, and answers the others', async () => {
  const api = await openApi();
  const calls = Array.from({ length: CROWD }, () => api.call('/userinfo'));
  const refused = await Promise.race(calls);
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ error: 'server.unavailable' });
  const { headers } = refused;
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(3);
  expect(headers.get('x-request-id')).toMatch(/^[\da-f]{32}$/);
  expect(headers.get('access-control-allow-origin')).toBe(ORIGIN);
  expect(headers.get('access-control-expose-headers')).toContain('retry-after');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');

  // Whoever watches the server is answered, and a member who signs out.
  for (const [method, path] of [
    ['GET', '/health'],
    ['GET', '/ready'],
    ['OPTIONS', '/notifications'],
    ['DELETE', '/me/devices'],
    ['DELETE', '/me/devices/1?x=y'],
  ] as const) {
    expect((await api.call(path, { method })).status).toBe(200);
  }
  expect((await api.call('/me/devices')).status).toBe(503);

  api.release();
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  expect((await api.call('/userinfo')).status).toBe(200);
  await api.close();
});

// @proves 9.71
test('refuses an upload without reading it, in one piece, and takes the next call of its connection', async () => {
  const api = await openApi();
  const calls = Array.from({ length: CROWD }, () => api.call('/userinfo'));
  await Promise.race(calls);
  const socket = connect(api.port, '127.0.0.1');
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  socket.on('close', () => resolve());
  socket.write('POST /users HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\n\r\n');
  await once(socket, 'data');
  expect(text).toMatch(/^HTTP\/1.1 503 .*\r\ncontent-length: \d+\r\n.*"server.unavailable"/s);
  api.release();
  await Promise.all(calls);
  socket.write('12345GET /userinfo HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
  await closed;
  expect(text).toContain('HTTP/1.1 200 ');
  await api.close();
});
