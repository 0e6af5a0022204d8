import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMetrics, requestMetrics } from './metrics.ts';

// @proves 7.197
test('shows requests by status, without their addresses, and event streams while they are open', async () => {
  const metrics = createMetrics();
  const closed: Promise<unknown>[] = [];
  const measured = requestMetrics(metrics).measured('api', ({ url }, response) => {
    closed.push(once(response, 'close'));
    if (url?.startsWith('/refused')) {
      response.writeHead(429).end();
      return;
    }
    if (url === '/given') response.writeHead(200, { 'content-type': 'text/event-stream' });
    else response.setHeader('content-type', 'text/event-stream');
    response.write(':\n\n');
  });
  const server = createServer(measured);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const ask = (path: string, method = 'GET') =>
    new Promise<() => Promise<void>>((resolve, reject) => {
      const asked = request({ port, path, method, host: '127.0.0.1' }, (answer) => {
        answer.resume();
        resolve(async () => void asked.destroy());
      });
      asked.on('error', reject);
      asked.end();
    });
  await ask('/refused?email=hanako@example.com', 'PURGE');
  const leave = [await ask('/given'), await ask('/set')];
  const text = await metrics.metrics();
  expect(text).toContain('seconds_count{listener="api",method="other",status="429"} 1');
  expect(text).not.toContain('hanako');
  expect(text).toContain('portal_event_streams 2');
  for (const end of leave) await end();
  await Promise.all(closed);
  expect(await metrics.metrics()).toContain('portal_event_streams 0');
  server.close();
});
