import { createHash, randomUUID, X509Certificate } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { localCertificate } from '@portal/delivery-serve/edge/testing/certificate';
import { bytesField, fixed64Field, numberField, readVarint, varint } from './protocol-buffers.ts';

/** The protocol between browser and service, and the tags of its messages (Chromium: google_apis/gcm). */
const VERSION = 41;
const TAG = { ping: 0, pong: 1, login: 2, loggedIn: 3, data: 8 } as const;
/** What the service knows of a browser; any number does. */
const DEVICE = { id: 4_242_424_242n, token: 777_777n };
const MESSAGE_LIFE_S = 60;

export type CloudMessaging = Awaited<ReturnType<typeof startCloudMessaging>>;

/**
 * The push service of Chromium on this machine. A whole browser that is started with `browserArgs` registers,
 * subscribes and takes messages here as it does at Google's: it decrypts them with its own keys and wakes the
 * service worker. Servers send to it by RFC 8030.
 */
export async function startCloudMessaging() {
  /** What a browser said of itself when it subscribed, by the token in its endpoint. */
  const subscriptions = new Map<string, URLSearchParams>();
  const delivered: Buffer[] = [];
  const connections = new Set<TLSSocket>();

  /** RFC 8030: a server's message goes on to the browser, still encrypted. */
  async function take(request: IncomingMessage, subscription: URLSearchParams): Promise<void> {
    const message = dataMessage(subscription, request.headers, await buffer(request));
    delivered.push(message);
    for (const connection of connections) connection.write(message);
  }
  const http = createServer(async (request, response) => {
    const path = request.url ?? '';
    const subscription = subscriptions.get(path.split('/').at(-1) ?? '');
    if (path === '/checkin') {
      response.end(CHECKED_IN());
    } else if (path === '/register') {
      const token = randomUUID();
      subscriptions.set(token, new URLSearchParams(await text(request)));
      response.end(`token=${token}`);
    } else if (subscription) {
      await take(request, subscription);
      response.writeHead(201).end();
    } else {
      response.writeHead(404).end();
    }
  });
  const { key, cert } = await localCertificate();
  const stream = createTlsServer({ key, cert }, (connection) => {
    connection.on('error', () => connections.delete(connection));
    connection.on('close', () => connections.delete(connection));
    readMessages(connection, (tag) => {
      if (tag === TAG.ping) connection.write(framed(TAG.pong, Buffer.alloc(0)));
      if (tag !== TAG.login) return;
      connection.write(Buffer.from([VERSION]));
      connection.write(framed(TAG.loggedIn, bytesField(1, 'logged-in')));
      connections.add(connection);
      // The browser ignores what it has had on an earlier connection.
      for (const message of delivered) connection.write(message);
    });
  });
  const [httpPort, streamPort] = await Promise.all([listen(http), listen(stream)]);
  const host = `127.0.0.1:${httpPort}`;
  const publicKey = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  const pin = createHash('sha256').update(publicKey).digest('base64');

  return {
    /** For `PUSH_SERVICES` of the server. */
    host,
    browserArgs: [
      `--gcm-checkin-url=http://${host}/checkin`,
      `--gcm-registration-url=http://${host}/register`,
      `--gcm-mcs-endpoint=https://localhost:${streamPort}`,
      `--ignore-certificate-errors-spki-list=${pin}`,
    ],
    /** Where a server reaches the browser to which Chromium has given an address at Google's. */
    addressOf: (endpoint: string): string => `http://${host}${new URL(endpoint).pathname}`,
    /** What servers have sent, as it went to the browser. */
    delivered,
    async close(): Promise<void> {
      for (const connection of connections) connection.destroy();
      http.closeAllConnections();
      await Promise.all([http, stream].map((server) => new Promise((done) => server.close(done))));
    },
  };
}

/** A message for the browser, with the headers by which it decrypts the body (RFC 8291). */
function dataMessage(
  subscription: URLSearchParams,
  headers: IncomingMessage['headers'],
  body: Buffer,
): Buffer {
  const said = (name: string) => subscription.get(name) ?? '';
  const appData = (key: string, value: string) =>
    bytesField(7, Buffer.concat([bytesField(1, key), bytesField(2, value)]));
  const fields = [
    bytesField(2, randomUUID()),
    bytesField(3, said('sender')),
    bytesField(5, said('app')),
    appData('subtype', said('X-subtype')),
    appData('content-encoding', String(headers['content-encoding'])),
    bytesField(9, randomUUID()),
    numberField(17, MESSAGE_LIFE_S),
    numberField(18, Date.now()),
    bytesField(21, body),
  ];
  return framed(TAG.data, Buffer.concat(fields));
}

/** The answer to a browser that the service does not know yet. */
const CHECKED_IN = (): Buffer =>
  Buffer.concat([
    numberField(1, 1),
    numberField(3, Date.now()),
    fixed64Field(7, DEVICE.id),
    fixed64Field(8, DEVICE.token),
    bytesField(11, '1'),
  ]);

const framed = (tag: number, message: Buffer): Buffer =>
  Buffer.concat([Buffer.from([tag]), varint(message.length), message]);

/** Tells the tag of each message on a connection, which begins with the browser's version. */
function readMessages(connection: TLSSocket, onMessage: (tag: number) => void): void {
  let left = Buffer.alloc(0);
  let hasVersion = false;
  connection.on('data', (arrived: Buffer) => {
    left = Buffer.concat([left, arrived]);
    if (!hasVersion) left = left.subarray(1);
    hasVersion = true;
    for (;;) {
      const size = readVarint(left, 1);
      if (!size || left.length < size.end + size.value) return;
      const tag = left[0] ?? 0;
      left = left.subarray(size.end + size.value);
      onMessage(tag);
    }
  });
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
