import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { answerLargeHeaders } from './large-headers.ts';

let server: Server;
beforeAll(async () => {
  const limits = { maxHeaderSize: 2_000, headersTimeout: 50, connectionsCheckingInterval: 10 };
  server = createServer(limits, (_, response) => response.end('ok'));
  answerLargeHeaders(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function answerTo(head: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(head);
  return text(socket);
}

// @proves 9.562
test('a request with large headers is told so, though much of it is still to come, and loses its cookies', async () => {
  const answer = await answerTo(`GET / HTTP/1.1\r\nhost: a\r\ncookie: a=${'x'.repeat(700_000)}`);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(answer).toContain('\r\nclear-site-data: "cookies"\r\n');
  expect(answer).toMatch(/Please load the page again\.\n$/);
});

test.each([
  ['is none', 'GET / HTTP/1.1\r\nhost a\r\n\r\n', 400],
  ['does not end', 'GET / HTTP/1.1\r\nhost: a\r\n', 408],
  ['is small', 'GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', 200],
])('one whose header %s is answered as without this', async (_, head, status) => {
  expect(await answerTo(head)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});
