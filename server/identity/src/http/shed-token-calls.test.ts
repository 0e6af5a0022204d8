import { createServer } from 'node:http';
import { sharedIdp } from '@portal/server-testing/idp/idp';
import { listenOnFreePort } from '@portal/server-testing/listen';
import { ROUTES } from '../client.ts';
import { shedTokenCalls } from './shed-token-calls.ts';

/** More than a server takes at once that answers nothing for now. */
const CROWD = 60;
const ORIGIN = 'http://localhost:4300';

const server = sharedIdp();

/** The provider with its load shedding on a port; token calls that have come are answered once `release` is called. */
async function openProvider() {
  const held: (() => void)[] = [];
  let isHolding = true;
  let refused = 0;
  const shed = shedTokenCalls(
    server.context,
    (request, response) => {
      const isToken = request.method === 'POST' && request.url === ROUTES.token;
      if (!isHolding || !isToken) return server.idp.handler(request, response);
      request.resume();
      held.push(() => response.end('answered'));
    },
    {
      isLoopBusy: () => true,
      onRefused: (_request, status) => {
        if (status === 503) refused += 1;
      },
    },
  );
  const http = createServer(shed.handler);
  const at = `http://127.0.0.1:${await listenOnFreePort(http)}`;
  return {
    renew: () =>
      fetch(at + ROUTES.token, {
        method: 'POST',
        headers: { origin: ORIGIN },
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          client_id: 'portal',
          refresh_token: 'unknown',
        }),
      }),
    open: (path: string, init: RequestInit = {}) =>
      fetch(at + path, { redirect: 'manual', ...init }),
    refused: () => refused,
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

// @proves 10.681
test('refuses token calls for which there is no time in a way that the portal can read, and nothing else', async () => {
  const provider = await openProvider();
  const calls = Array.from({ length: CROWD }, provider.renew);
  const refused = await Promise.race(calls);
  expect(refused.status).toBe(503);
  expect(await refused.json()).toEqual({ error: 'temporarily_unavailable' });
  const { headers } = refused;
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(3);
  expect(headers.get('access-control-allow-origin')).toBe(ORIGIN);
  expect(headers.get('access-control-expose-headers')).toContain('retry-after');
  expect(headers.get('cache-control')).toBe('no-store');

  // Whoever signs in or out meanwhile does so.
  expect((await provider.open(ROUTES.discovery)).status).toBe(200);
  expect((await provider.open(ROUTES.logout)).status).toBe(303);
  const body = new URLSearchParams({ client_id: 'portal', token: 'unknown' });
  expect((await provider.open(ROUTES.revocation, { method: 'POST', body })).status).toBe(200);
  expect((await provider.open(ROUTES.token, { method: 'OPTIONS' })).status).toBe(204);

  provider.release();
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  expect(statuses.filter((status) => status === 503)).toHaveLength(provider.refused());
  expect((await provider.renew()).status).toBe(400);
  await provider.close();
});
