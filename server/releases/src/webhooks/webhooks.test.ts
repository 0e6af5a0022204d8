import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Operation } from '@portal/delivery-model/log/operations';
import { makeRelease, type TestRelease } from '@portal/delivery-model/testing/release';
import { deliverDue } from '@portal/server-mail/delivery';
import { listMessages } from '@portal/server-mail/queue';
import { startTestServer, type TestServer } from '@portal/server-testing';
import { DATABASES } from '@portal/server-testing/databases';
import { listenOnFreePort } from '@portal/server-testing/listen';
import { operatorOf } from '@portal/server-testing/releases/teams';
import { webhookTransport } from './webhook-transport.ts';

const GUIDE = readFileSync(path.join(import.meta.dirname, '../../../../docs/webhooks.md'), 'utf8');
const CODE = /```js\n(.*?)```/s.exec(GUIDE)?.[1] ?? '';
const SECRETS = ['first', 'second'].map((name) => Buffer.from(name.padEnd(24, '.')));
const written = (secret: Uint8Array = new Uint8Array()) =>
  `whsec_${Buffer.from(secret).toString('base64')}`;
const first = makeRelease('rooms', 'first', ['/rooms']);
const second = makeRelease('rooms', 'second', ['/rooms']);
const folder = mkdtempSync(path.join(tmpdir(), 'portal-webhooks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Delivery = { readonly headers: IncomingHttpHeaders; readonly body: string };
const received: Delivery[] = [];
let answer: number | 'nothing';
const receiver = createServer(async (request, response) => {
  received.push({ headers: request.headers, body: await text(request) });
  if (answer !== 'nothing') response.writeHead(answer, { location: '/elsewhere' }).end('secret');
});
let url: string;
beforeAll(async () => {
  url = `http://127.0.0.1:${await listenOnFreePort(receiver)}/releases?token=of-the-receiver`;
});
afterAll(async () => {
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});

let server: TestServer;
async function open(database: (typeof DATABASES)[number] = 'postgres'): Promise<void> {
  answer = 204;
  received.length = 0;
  server = await startTestServer({
    database,
    config: {
      releases: {
        environment: 'production',
        store: { kind: 'folder', folder },
        logKeys: undefined,
      },
      webhooks: { urls: [url], secrets: SECRETS },
    },
  });
}
afterEach(() => server.close());

const publish = ({ document, files }: TestRelease) =>
  operatorOf(server).publish(document, async (file) => files[file] ?? new Uint8Array());
const operate = (operation: Operation) => operatorOf(server).operate(operation);
const promote = ({ document }: TestRelease, share?: number) =>
  operate({
    type: 'promote',
    part: document.name,
    version: document.version,
    ...(share !== undefined && { share }),
  });
const deliver = (timeoutMs?: number) => {
  const { config, clock } = server.context;
  return deliverDue(server.context, webhookTransport(config.webhooks, clock, timeoutMs), 'webhook');
};
/** What came since the last look, in the order of the log. */
function told() {
  const bodies = received.splice(0).map(({ body }) => JSON.parse(body));
  return bodies.sort((one, other) => (one.data.seq ?? 0) - (other.data.seq ?? 0));
}

// @proves 7.708
test.each(DATABASES)('tells what becomes of releases, on %s', async (database) => {
  await open(database);
  const [v1, v2] = [first.document.version, second.document.version];
  await publish(first);
  await promote(first);
  await deliver();
  const { kid } = operatorOf(server).key;
  const by = { team: 'operator', kid };
  expect(told()).toEqual([
    {
      type: 'release.published',
      timestamp: expect.stringMatching(/Z$/),
      data: { environment: 'production', part: 'rooms', version: v1, by },
    },
    {
      type: 'release.promoted',
      timestamp: expect.stringMatching(/Z$/),
      data: { environment: 'production', part: 'rooms', version: v1, seq: 1, by },
    },
  ]);

  await publish(second);
  await promote(second, 26);
  await promote(second, 64);
  await promote(second, 26);
  await operate({ type: 'rollback', part: 'rooms' });
  await promote(second);
  await operate({ type: 'rollback', part: 'rooms' });
  await operate({ type: 'kill', part: 'rooms', reason: 'It shows nothing.' });
  await operate({ type: 'revive', part: 'rooms' });
  await operate({ type: 'retire', part: 'rooms', reason: 'Nobody visits it.' });
  await deliver();
  const of = (type: string, version: string, more: object) => ({
    type,
    data: expect.objectContaining({ version, ...more }),
    timestamp: expect.any(String),
  });
  expect(told()).toEqual([
    of('release.published', v2, {}),
    of('canary.began', v2, { seq: 2, share: 26 }),
    of('canary.grew', v2, { share: 64 }),
    of('canary.shrank', v2, { share: 26 }),
    of('canary.ended', v2, { share: 26 }),
    of('release.promoted', v2, { previous: v1 }),
    of('release.rolled_back', v1, { previous: v2 }),
    of('part.killed', v1, { reason: 'It shows nothing.' }),
    of('part.revived', v1, {}),
    of('part.retired', v1, { seq: 10, reason: 'Nobody visits it.' }),
  ]);
});

// @proves 7.709
test('a delivery is signed as Standard Webhooks say, and the guide shows how that is checked', async () => {
  await open();
  await publish(first);
  await deliver();
  const [delivery] = received;
  const { headers, body } = delivery as Delivery;
  const source = CODE.replace(/^import .*$/m, '').replace('export ', '');
  const isOfThePortal = new Function(
    'createHmac',
    'timingSafeEqual',
    `${source}; return isOfThePortal;`,
  )(createHmac, timingSafeEqual);
  const check = (secret: string, more: object = {}, text = body, late = 0) =>
    isOfThePortal({ ...headers, ...more }, text, secret, server.clock.now().getTime() + late);
  for (const secret of SECRETS) expect(check(written(secret))).toBe(true);
  const secret = written(SECRETS[0]);
  expect(check(written(Buffer.alloc(24)))).toBe(false);
  expect(check(secret, {}, `${body} `)).toBe(false);
  expect(check(secret, { 'webhook-id': 'msg_other' })).toBe(false);
  expect(check(secret, {}, body, 301_000)).toBe(false);
  expect(headers['webhook-id']).toMatch(/^msg_[\w-]{43}$/);
  expect(headers['content-type']).toBe('application/json');
});

// @proves 7.710
test.each([
  ['that refuses', 500, 'webhook: 500'],
  ['that sends it elsewhere', 302, 'webhook: away'],
  ['that says nothing', 'nothing', 'webhook: silent'],
] as const)('a receiver %s gets it again later, with the same id', async (_, bad, reason) => {
  await open();
  answer = bad;
  await publish(first);
  await deliver(50);
  expect(received).toHaveLength(1);
  expect(await listMessages(server.context)).toMatchObject([
    { status: 'sealed', attempts: 1, lastError: reason },
  ]);
  await deliver(50);
  expect(received).toHaveLength(1);
  answer = 200;
  server.clock.advance(15_000);
  await deliver();
  const [before, after] = received;
  expect(after?.headers['webhook-id']).toBe(before?.headers['webhook-id']);
  expect(after?.body).toBe(before?.body);
  expect(Number(after?.headers['webhook-timestamp'])).toBe(
    Number(before?.headers['webhook-timestamp']) + 15,
  );
  expect(await listMessages(server.context)).toMatchObject([{ status: 'sent' }]);
});
