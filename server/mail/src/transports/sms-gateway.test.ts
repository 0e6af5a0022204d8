import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { startTestServer, type TestServer } from '@portal/server-testing';
import { deliverDue } from '../delivery.ts';
import { findMessage, queueMessage, retryDelayMs } from '../queue.ts';
import { smsGatewayTransport } from './transport.ts';

const RECIPIENT = '+819012345678';
const CODE = '493817';

let server: TestServer;
let gateway: Server;
let url: string;
let status: number;
const calls: { path: string | undefined; headers: IncomingHttpHeaders; body: unknown }[] = [];
beforeAll(async () => {
  server = await startTestServer();
  gateway = createServer(async (request, response) => {
    calls.push({ path: request.url, headers: request.headers, body: await json(request) });
    response.writeHead(status, { location: '/elsewhere' }).end(`no ${RECIPIENT} ${CODE}`);
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send?sender=portal`;
});
beforeEach(() => {
  status = 202;
  calls.length = 0;
});
afterAll(async () => {
  gateway.closeAllConnections();
  await new Promise((resolve) => gateway.close(resolve));
  await server.close();
});

const queue = () =>
  queueMessage(server.context, {
    kind: 'sms',
    recipient: RECIPIENT,
    locale: 'ja',
    text: `確認コード：${CODE}`,
  });
const send = (address = url) => deliverDue(server.context, smsGatewayTransport(address), 'sms');
const statusOf = async (id: string) => (await findMessage(server.context, id))?.status;

// @proves 11.16 11.18
test('posts an SMS message to the gateway with its id', async () => {
  const { id } = await queue();
  await send();
  expect(calls).toMatchObject([
    {
      path: '/send?sender=portal',
      headers: { 'content-type': 'application/json', 'idempotency-key': id },
      body: { to: RECIPIENT, text: `確認コード：${CODE}` },
    },
  ]);
  expect(calls[0]?.headers.authorization).toBeUndefined();
  expect(await statusOf(id)).toBe('sent');
});

test.each([500, 502, 503, 429, 408, 401, 403, 404, 301, 302, 307])(
  'tries again with the same id after a response of %i',
  async (refusal) => {
    status = refusal;
    const { id } = await queue();
    await send();
    expect(await statusOf(id)).toBe('sealed');
    expect(calls.map(({ path }) => path)).toEqual(['/send?sender=portal']);
    status = 200;
    server.clock.advance(retryDelayMs(1));
    await send();
    expect(await statusOf(id)).toBe('sent');
    expect(calls.map(({ headers }) => headers['idempotency-key'])).toEqual([id, id]);
  },
);

test('sends the message later when the gateway is unreachable', async () => {
  const { id } = await queue();
  await send('http://portal:s3cret-of-the-gateway@127.0.0.1:1/send');
  expect(await statusOf(id)).toBe('sealed');
  expect(server.log.join('')).toContain('SMS gateway: away');
  expect(server.log.join('')).not.toContain('s3cret');
});
