import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestServer, type TestServer } from '@portal/server-testing';
import { shedPages } from './shed-pages.ts';

/** More than a server takes at once that answers nothing for now. */
const CROWD = 200;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

// @proves 10.683
test('refuses pages for which there is no time in words, and tells the operator how it is all the same', async () => {
  const held: ServerResponse[] = [];
  const shed = shedPages(
    server.context,
    (request, response) => {
      if (request.url === '/my-page?') held.push(response);
      else response.end('answered');
    },
    { isLoopBusy: () => true },
  );
  const http = createServer(shed.handler);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const get = (path: string) =>
    fetch(`http://127.0.0.1:${(http.address() as AddressInfo).port}${path}`);

  const pages = Array.from({ length: CROWD }, () => get('/my-page?'));
  const refused = await Promise.race(pages);
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3);
  expect(refused.headers.get('refresh')).toBe('5');
  expect(refused.headers.get('cache-control')).toBe('no-store');
  const words = await refused.text();
  expect(words).toMatch('ただいまページを表示できません。');
  expect(words).toMatch('This page cannot be shown right now. Please try again in a moment.');
  expect((await get('/health')).status).toBe(200);

  for (const response of held) response.end('the page');
  const statuses = (await Promise.all(pages)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  expect((await get('/account?')).status).toBe(200);
  shed.stop();
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
});
