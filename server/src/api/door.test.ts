import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { apiDoor } from './door.ts';

const ORIGIN = 'http://localhost:4300';
/** More than a server takes at once that answers nothing for now. */
const CROWD = 200;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** The door on a port, in front of calls that are answered once `release` is called. */
async function openDoor({ databaseIsBusy }: { readonly databaseIsBusy: boolean }) {
  const held: (() => void)[] = [];
  let isHolding = true;
  const answer: RequestListener = (request, response) => {
    const end = () => response.end('answered');
    if (isHolding && request.url === '/userinfo') held.push(end);
    else end();
  };
  const pool = { pool: 'api', open: 10, idle: 0, waiting: 1 } as const;
  const database = { ...server.context.database, pools: () => (databaseIsBusy ? [pool] : []) };
  const eventLoop = { isBusy: () => false, stop: () => {} };
  const door = apiDoor({ ...server.context, database }, answer, eventLoop);
  const http: Server = createServer(door.handler);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  return {
    call: (path: string, init: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers: { origin: ORIGIN } }),
    release() {
      isHolding = false;
      for (const end of held) end();
    },
    async close() {
      door.stop();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

// @proves 9.71
test('refuses calls for which there is no time at once, and answers the others', async () => {
  const door = await openDoor({ databaseIsBusy: true });
  const calls = Array.from({ length: CROWD }, () => door.call('/userinfo'));
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

  // Whoever watches the server is answered, and a member who signs out.
  for (const [method, path] of [
    ['GET', '/health'],
    ['GET', '/ready'],
    ['OPTIONS', '/notifications'],
    ['DELETE', '/me/devices'],
    ['DELETE', '/me/devices/1?x=y'],
  ] as const) {
    expect((await door.call(path, { method })).status).toBe(200);
  }
  expect((await door.call('/me/devices')).status).toBe(503);

  door.release();
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  expect((await door.call('/userinfo')).status).toBe(200);
  await door.close();
});

// @proves 9.71
test('takes all calls that wait for something other than the server and its database', async () => {
  const door = await openDoor({ databaseIsBusy: false });
  const calls = Array.from({ length: CROWD }, () => door.call('/userinfo'));
  expect((await door.call('/health')).status).toBe(200);
  door.release();
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  await door.close();
});
