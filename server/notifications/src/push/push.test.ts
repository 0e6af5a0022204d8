import { createPublicKey } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deliverDue } from '@portal/server-mail/delivery';
import { findMessage, queueMessage } from '@portal/server-mail/queue';
import { sendReminders } from '@portal/server-passports/reminders/reminders';
import { startTestServer, type TestServer, type testConfig } from '@portal/server-testing';
import { createPassportClient } from '@portal/server-testing/passports';
import { type PushService, startPushService } from '@portal/server-testing/push-service';
import { generateSecrets } from '@portal/shared-process/secrets';
import { jwtVerify } from 'jose';
import { pushTransport } from './push.ts';
import { listPush, subscribePush } from './push-subscriptions.ts';
import { vapidKeys } from './settings.ts';

/** Noon in Japan; the message is of use for twelve hours. */
const TODAY = new Date('2026-11-22T03:00:00Z');
const TWELVE_HOURS = 12 * 60 * 60;

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'portal-vapid-'));

let server: TestServer;
let pushes: PushService;
let memberId: string;
beforeAll(async () => {
  pushes = await startPushService();
  server = await startTestServer({
    config: { callsPerMinute: 100_000, pushServices: [pushes.host] },
  });
});
beforeEach(async () => {
  server.clock.set(TODAY);
  pushes.answer(201);
  pushes.received.length = 0;
  memberId = (await server.createMember({})).id;
});
afterAll(async () => {
  await server.close();
  await pushes.close();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

const send = (config: Partial<ReturnType<typeof testConfig>> = {}) =>
  deliverDue(
    server.context,
    pushTransport({ ...server.context, config: { ...server.context.config, ...config } }),
    'push',
  );
async function subscribe(of = memberId, changes: object = {}): Promise<string> {
  const { publicKey: vapidKey } = vapidKeys(server.context.config)[0];
  const { sessionUid } = await server.signInAs(of);
  const browser = { memberId: of, sessionUid, device: {} };
  const subscription = { ...pushes.subscribe(), vapidKey, ...changes };
  expect(await subscribePush(server.context, browser, subscription)).toBe('subscribed');
  return (await listPush(server.context, of))[0]?.id ?? '';
}
async function queue(): Promise<string> {
  const message = { recipient: await subscribe(), locale: 'en' as const, text: 'Text' };
  return (await queueMessage(server.context, { kind: 'push', subject: 'Title', ...message })).id;
}
const statusOf = async (id: string) => (await findMessage(server.context, id))?.status;
const stored = () => listPush(server.context, memberId);

/** The public key of a VAPID header as a key. */
function keyOf(raw: string) {
  const point = Buffer.from(raw, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  return createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
    format: 'jwk',
  });
}

// @proves 14.170 15.30 15.37
test('a reminder reaches the browser encrypted and signed, and names nobody and no passport', async () => {
  const hanako = await createPassportClient(server);
  const passport = await hanako.buyPaid({ usage_start_date: '2026-11-23' });
  await subscribe(hanako.id);
  await sendReminders(server.context);
  await send();
  const [message, ...more] = pushes.received;
  expect(more).toEqual([]);
  expect(JSON.parse(message?.text ?? '')).toEqual({
    title: '明日から年間パスポートをお使いいただけます',
    body: '会員ページでご確認いただけます。',
    url: '/my-page',
    lang: 'ja',
  });
  for (const secret of [hanako.email, hanako.code, passport.id, '山田', '花子', '2026']) {
    expect(message?.text).not.toContain(secret);
  }
  expect(message?.body.toString('latin1')).not.toContain('title');
  expect(message?.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(TWELVE_HOURS),
    urgency: 'normal',
  });
  const [, token = '', key = ''] =
    /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(message?.headers.authorization ?? '') ?? [];
  expect(key).toBe(vapidKeys(server.context.config)[0].publicKey);
  const { payload } = await jwtVerify(token, keyOf(key), { audience: pushes.origin });
  expect(payload.sub).toBe('mailto:no-reply@localhost');
  expect(Number(payload.exp) - Date.now() / 1000).toBeLessThanOrEqual(24 * 60 * 60);
});

// @proves 15.38
test.each([301, 307])('follows no redirect (%i)', async (status) => {
  pushes.answer(status);
  const id = await queue();
  await send();
  expect(pushes.received.map(({ path }) => path)).not.toContain('/elsewhere');
  expect(await statusOf(id)).toBe('sealed');
});

// @proves 15.38
test('a service that is no longer allowed is not called, and its browsers are removed', async () => {
  await queue();
  await send({ pushServices: ['fcm.googleapis.com'] });
  expect(pushes.received).toEqual([]);
  expect(await stored()).toEqual([]);
});

describe('the keys', () => {
  // @proves 15.41
  test('that were removed end the subscriptions that were made with them', async () => {
    await queue();
    await send({ secrets: generateSecrets() });
    expect(pushes.received).toEqual([]);
    expect(await stored()).toEqual([]);
  });
});
