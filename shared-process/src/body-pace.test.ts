import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { answerRefusal } from '@portal/server-endpoint/answers';
import type { ApiEnv } from '@portal/server-endpoint/api-types';
import { readBody } from '@portal/server-endpoint/body';
import { Refusal } from '@portal/server-endpoint/refusal';
import { Hono } from 'hono';

/** Sends what comes of `chunks` with pauses; answers all that the server says. */
async function send(chunks: readonly string[], pauseMs: number): Promise<string> {
  const app = new Hono<ApiEnv>();
  app.post('/', async (c) => {
    const body = await readBody(c, 1000, { pace: { graceMs: 100, bytesPerSecond: 1000 } });
    return body instanceof Refusal ? answerRefusal(c, body) : c.text(`${body.length} bytes`);
  });
  const listener = createServer(getRequestListener(app.fetch));
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const socket = connect((listener.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  socket.write(
    'POST / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: 400\r\n\r\n',
  );
  for (const chunk of chunks) {
    socket.write(chunk);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (answer) break;
  }
  if (!answer) await once(socket, 'data');
  socket.destroy();
  listener.closeAllConnections();
  listener.close();
  return answer;
}

// @proves 8.491 9.490
test('ends a body that comes byte by byte, and one that stalls', async () => {
  const slow = await send(Array(100).fill('x'), 10);
  expect(slow).toMatch(/^HTTP\/1\.1 408 /);
  expect(slow).toContain('request.too_slow');
  expect(slow.toLowerCase()).toContain('connection: close');
  expect(await send(['x'.repeat(399)], 0)).toMatch(/^HTTP\/1\.1 408 /);
});

test('reads a body that comes in time', async () => {
  expect(await send(Array(4).fill('x'.repeat(100)), 1)).toContain('400 bytes');
});
