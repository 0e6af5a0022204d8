import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenOnFreePort } from './listen.ts';

export { removeAllPush } from '@portal/server-notifications/push/push-subscriptions';
export { isPushService, PUSH_SERVICES } from '@portal/server-notifications/push/settings';

/** A message as a push service takes it, and as the browser decrypts it. */
export type PushedMessage = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** As it arrived. */
  readonly body: Buffer;
  /** Undefined if the address is no browser's. */
  readonly text: string | undefined;
};

export type PushService = Awaited<ReturnType<typeof startPushService>>;

/** A push service on this machine (RFC 8030), with browsers that decrypt what arrives (RFC 8291). */
export async function startPushService() {
  const browsers = new Map<string, ReturnType<typeof createBrowser>>();
  const received: PushedMessage[] = [];
  let status = 201;
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const body = await buffer(request);
    received.push({
      path,
      headers: request.headers,
      body,
      text: browsers.get(path)?.decrypt(body),
    });
    response.writeHead(status, { location: '/elsewhere' }).end('what a push service says');
  });
  const host = `127.0.0.1:${await listenOnFreePort(server)}`;

  return {
    /** For `pushServices` of the configuration. */
    host,
    origin: `http://${host}`,
    received,
    /** Subscribes a new browser, as `PushSubscription.toJSON()` answers it. */
    subscribe() {
      const browser = createBrowser();
      const path = `/push/${randomUUID()}`;
      browsers.set(path, browser);
      return { endpoint: `http://${host}${path}`, p256dh: browser.p256dh, auth: browser.auth };
    },
    /** Sets the status of the answers from now on. */
    answer(next: number): void {
      status = next;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const SALT_LENGTH = 16;
const KEY_ID_AT = 21;
const TAG_LENGTH = 16;
/** The delimiter of the last record (RFC 8188 §2). */
const LAST_RECORD = 2;

/** Decrypts one message after RFC 8291 §3.4 and RFC 8188 §2, written apart from what encrypts. */
function createBrowser() {
  const key = createECDH('prime256v1');
  const ownPublic = key.generateKeys();
  const secret = randomBytes(16);

  function decrypt(body: Buffer): string {
    const salt = body.subarray(0, SALT_LENGTH);
    const content = KEY_ID_AT + (body[KEY_ID_AT - 1] ?? 0);
    const senderPublic = body.subarray(KEY_ID_AT, content);
    const shared = key.computeSecret(senderPublic);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), ownPublic, senderPublic]);
    const input = hkdf(shared, secret, info, 32);
    const contentKey = hkdf(input, salt, 'Content-Encoding: aes128gcm\0', 16);
    const nonce = hkdf(input, salt, 'Content-Encoding: nonce\0', 12);
    const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce);
    decipher.setAuthTag(body.subarray(-TAG_LENGTH));
    const padded = Buffer.concat([
      decipher.update(body.subarray(content, -TAG_LENGTH)),
      decipher.final(),
    ]);
    return padded.subarray(0, padded.lastIndexOf(LAST_RECORD)).toString();
  }
  return { p256dh: ownPublic.toString('base64url'), auth: secret.toString('base64url'), decrypt };
}

const hkdf = (key: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));
