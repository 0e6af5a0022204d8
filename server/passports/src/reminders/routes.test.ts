import { listPush } from '@portal/server-notifications/push/push-subscriptions';
import { startTestServer, type TestServer } from '@portal/server-testing';
import {
  type AccountClient,
  messagesOf,
  signInClient,
} from '@portal/server-testing/account-client';
import { refusal } from '@portal/server-testing/public-client';
import { type PushService, startPushService } from '@portal/server-testing/push-service';
import { unzipSync } from 'fflate';

const DEVICE = '/me/push-subscription';

let server: TestServer;
let pushes: PushService;
let client: AccountClient;
beforeAll(async () => {
  pushes = await startPushService();
  server = await startTestServer({
    config: { callsPerMinute: 100_000, pushServices: [pushes.host, '*.push.example'] },
  });
});
afterAll(async () => {
  await server.close();
  await pushes.close();
});
beforeEach(async () => {
  client = await signInClient(server, (await server.createMember({})).id);
});

const wishesOf = async (of: AccountClient) =>
  (await of.call('GET', '/me/reminders')).body.data as Record<string, unknown>;
const takesPush = async (of: AccountClient) => (await wishesOf(of)).push;
async function subscribe(of: AccountClient, changes: object = {}) {
  const { push_key } = await wishesOf(of);
  const body = { ...pushes.subscribe(), push_key, ...changes };
  return { ...(await of.call('PUT', DEVICE, body)), endpoint: body.endpoint };
}
const stored = (memberId = client.memberId) => listPush(server.context, memberId);

// @proves 15.34 15.42
test('are mail and notification at first, and each can be changed alone', async () => {
  expect(await wishesOf(client)).toEqual({
    email: true,
    notification: true,
    push: false,
    push_key: expect.stringMatching(/^B[\w-]{86}$/),
  });
  const answer = await client.call('PUT', '/me/reminders', { email: false });
  expect(answer.body.data).toMatchObject({ email: false, notification: true });
  await client.call('PUT', '/me/reminders', { notification: false });
  expect(await wishesOf(client)).toMatchObject({ email: false, notification: false });
  const other = await signInClient(server, (await server.createMember({})).id);
  expect(await wishesOf(other)).toMatchObject({ email: true, notification: true });
});

// @proves 15.36 15.42
test('of push messages belong to one browser, which can end them', async () => {
  expect((await subscribe(client)).body.data).toMatchObject({ push: true });
  const laptop = await signInClient(server, client.memberId);
  expect(await takesPush(laptop)).toBe(false);
  await subscribe(laptop);
  expect(await stored()).toHaveLength(2);
  const answer = await client.call('DELETE', DEVICE);
  expect(answer.body.data).toMatchObject({ push: false });
  expect(await takesPush(laptop)).toBe(true);
});

const LEAVING: readonly [string, (laptop: AccountClient) => Promise<unknown>, number][] = [
  [
    'that is signed out from another device',
    (laptop) => laptop.call('DELETE', `/me/devices/${client.session.sessionUid}`),
    0,
  ],
  ['by signing out everywhere', (laptop) => laptop.call('DELETE', '/me/devices?scope=all'), 0],
  ['by signing out all others', (laptop) => laptop.call('DELETE', '/me/devices'), 0],
  ['unless it signs out all others itself', () => client.call('DELETE', '/me/devices'), 1],
  [
    'when the account is closed',
    async () => {
      await client.stepUp('mfa_deactivate_account');
      const answer = await client.call('DELETE', '/me', { reason: 'other' });
      expect(answer.status).toBe(204);
    },
    0,
  ],
];
// @proves 15.36
test.each(LEAVING)('end in a browser %s', async (_, leave, left) => {
  await subscribe(client);
  await leave(await signInClient(server, client.memberId));
  expect(await stored()).toHaveLength(left);
});

// @proves 15.36
test('move to the member who uses the same browser now', async () => {
  const { endpoint } = await subscribe(client);
  const other = await signInClient(server, (await server.createMember({})).id);
  await subscribe(other, { endpoint });
  expect(await stored()).toEqual([]);
  expect(await stored(other.memberId)).toHaveLength(1);
});

test('are kept for ten browsers at most, and the oldest gives way', async () => {
  const { endpoint } = await subscribe(client);
  for (let more = 0; more < 10; more += 1) {
    server.clock.advance(1000);
    await subscribe(await signInClient(server, client.memberId));
  }
  const endpoints = (await stored()).map((one) => one.endpoint);
  expect(endpoints).toHaveLength(10);
  expect(endpoints).not.toContain(endpoint);
});

// @proves 15.38
test.each([
  ['another host', 'https://internal.example/push/1'],
  ['a host with the name of a service in front', 'https://a.push.example.evil.example/1'],
  ['a host that ends like a service', 'https://evilpush.example/1'],
  ['a service by another port', 'https://a.push.example:8443/1'],
  ['a service without encryption', 'http://a.push.example/1'],
  ['a user before the host', 'https://a.push.example@internal.example/1'],
  ['a user for a service', 'https://user:word@a.push.example/1'],
  ['an address of the network', 'http://169.254.169.254/latest/meta-data'],
  ['another port of this machine', 'http://127.0.0.1:1/'],
  ['this machine in another form', 'http://2130706433/'],
  ['another protocol', 'file:///etc/passwd'],
])('of push messages are refused for %s: %s', async (_, endpoint) => {
  expect(refusal(await subscribe(client, { endpoint }))).toEqual([422, 'request.invalid']);
  expect(await stored()).toEqual([]);
});

test.each([
  ['a key that is not ours', { push_key: `B${'A'.repeat(86)}` }],
  ['a point that is not on the curve', { p256dh: `B${'A'.repeat(86)}` }],
  ['a short secret', { auth: 'AAAA' }],
])('of push messages are refused with %s', async (_, changes) => {
  expect(refusal(await subscribe(client, changes))).toEqual([422, 'request.invalid']);
});

// @proves 15.40
test('are in the download of the data, without what a push service needs', async () => {
  const { endpoint } = await subscribe(client);
  await client.call('PUT', '/me/reminders', { email: false });
  await client.confirm('export_data');
  const [mail] = await messagesOf(server, () => client.call('POST', '/me/data-export'));
  const code = /data_export=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  const { body } = await client.call('POST', '/me/data-export/download', { code });
  const files = unzipSync(body);
  const text = (name: string) => new TextDecoder().decode(files[name]);
  expect(JSON.parse(text('profile.json'))).toMatchObject([
    { remindByEmail: false, remindByNotification: true },
  ]);
  expect(JSON.parse(text('push-subscriptions.json'))).toEqual([
    { userAgent: expect.stringContaining('Chrome/140'), createdAt: expect.any(String) },
  ]);
  for (const name of Object.keys(files)) expect(text(name)).not.toContain(endpoint);
});
