import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import { listen } from '@portal/server-platform/http/listen';
import { startTestServer } from '@portal/server-testing';
import { freePort } from '@portal/server-testing/free-ports';

// @proves 16.904
test('answers a health check of HTTP/1.0, which names no host', async () => {
  const server = await startTestServer();
  const port = await freePort();
  const listener = await listen(getRequestListener(server.api.fetch), port, '127.0.0.1');
  try {
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /ready HTTP/1.0\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1.1 200 /);
  } finally {
    await listener.close();
    await server.close();
  }
});
