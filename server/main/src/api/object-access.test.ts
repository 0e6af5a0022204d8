import { trustedBrowsers } from '@portal/server-accounts/schema/browsers';
import { contractEndpoints } from '@portal/server-endpoint/openapi';
import { memberEvents } from '@portal/server-members/schema/events';
import { notifications } from '@portal/server-notifications/schema/notifications';
import {
  passportPhotos,
  passports,
  passportTransfers,
} from '@portal/server-passports/schema/passports';
import { sharedServer } from '@portal/server-testing';
import { createPassportClient, type PassportClient } from '@portal/server-testing/passports';
import { createTurnstileDevice } from '@portal/server-testing/turnstile-device';
import { type Endpoint, PHOTO_TYPES } from '@portal/shared-contract';
import { asc, sql } from 'drizzle-orm';

const UNKNOWN = '0b7d2c1e-6f0a-4b52-9f6d-3c1d2e4f5a6b';

/** Every call of the contract with an id in its path, so that new calls are tested too. */
const CALLS = contractEndpoints().filter(({ path }) => path.includes('{id}'));

/** Valid bodies by path; other calls are sent without a body. */
const BODIES: Readonly<Record<string, object>> = {
  'PUT /passports/{id}': { design_id: 'night' },
  'PUT /passports/{id}/transfer': { status: 'accepted' },
  'POST /passports/{id}/turnstile-grant': createTurnstileDevice().body,
};

const server = sharedServer({ config: { callsPerMinute: 100_000 } });
let hanako: PassportClient;
let taro: PassportClient;
let objects: Record<string, string>;
beforeAll(async () => {
  hanako = await createPassportClient(server);
  taro = await createPassportClient(server);
  const jiro = await createPassportClient(server);
  const text = { ja: 'お知らせ', en: 'News' };
  await server.sendNotification(hanako.id, { title: text, body: text });
  const [notification] = await server.db.select().from(notifications);
  const offered = await hanako.buyPaid();
  await hanako.offer(offered.id, jiro.code);
  objects = {
    notification: notification?.id ?? '',
    passport: (await hanako.buyPaid()).id,
    'unpaid passport': (await hanako.buy()).id,
    'offered passport': offered.id,
    photo: await hanako.newPhoto(),
    'trusted browser': (await trustedBrowserOf(hanako)).id,
    device: (await hanako.call('GET', '/me/devices')).body.data[0].id,
    member: hanako.id,
  };
});

async function trustedBrowserOf(client: PassportClient): Promise<{ id: string }> {
  await server.trustBrowser(client.id, { userAgent: '' });
  return (await client.call('GET', '/me/devices')).body.trusted_browsers[0];
}
const send = (client: PassportClient, { method, path }: Endpoint, id: string) => {
  const body =
    BODIES[`${method} ${path}`] ??
    (path.endsWith('/transfer') && method === 'POST' ? { username: taro.code } : undefined);
  return client.call(method, path.replace('{id}', encodeURIComponent(id)), body);
};
const all = async () => ({
  passports: await server.db.select().from(passports).orderBy(asc(passports.id)),
  transfers: await server.db.select().from(passportTransfers),
  photos: await server.db.select().from(passportPhotos).orderBy(asc(passportPhotos.id)),
  notifications: await server.db.select().from(notifications).orderBy(asc(notifications.id)),
  events: await server.db.select().from(memberEvents),
  trusted: await server.db.select().from(trustedBrowsers),
  sessions: await hanakosSessions(),
});
const hanakosSessions = async () => {
  const answer = await server.db.execute(
    sql`select count(*) as n from oidc_sessions where member_id = ${hanako.id}`,
  );
  return (answer as unknown as { rows: unknown[] }).rows;
};

test('covers the calls of passports and notifications', () => {
  const paths = new Set(CALLS.map(({ path }) => path));
  for (const path of ['/notifications/{id}', '/passports/{id}', '/passports/{id}/code']) {
    expect(paths).toContain(path);
  }
});

// @proves 6.7 14.13
test.each(CALLS.map((call) => [`${call.method} ${call.path}`, call] as const))(
  'answers %s as if the object did not exist, and changes nothing',
  async (_, call) => {
    for (const [kind, id] of Object.entries(objects)) {
      const before = await all();
      const answer = await send(taro, call, id);
      const unknown = await send(taro, call, UNKNOWN);
      const shown = { status: answer.status, body: { ...answer.body, request_id: '' } };
      expect([kind, shown]).toEqual([
        kind,
        { status: unknown.status, body: { ...unknown.body, request_id: '' } },
      ]);
      expect(await all()).toEqual(before);
    }
  },
);

// @proves 6.7 8.54
test('refuses a photo of another member for a passport', async () => {
  const { id } = await taro.buyPaid();
  const photo_id = objects.photo;
  const changed = await taro.call('PUT', `/passports/${id}`, { photo_id });
  const bought = await taro.call('POST', '/passports', await taro.order({ photo_id }));
  for (const answer of [changed, bought]) {
    expect(answer.body.error).toBe('ap_passport.photo.required');
  }
});

// @proves 6.7
test('lists only objects of the member', async () => {
  for (const path of ['/passports?limit=100', '/notifications?limit=100']) {
    const seen = JSON.stringify((await taro.call('GET', path)).body);
    for (const id of Object.values(objects)) expect(seen).not.toContain(id);
  }
});

// @proves 6.6
test('refuses every call without a token', async () => {
  const member = contractEndpoints().filter(
    ({ access, path }) => access === 'member' && /passports|notifications/.test(path),
  );
  expect(member.length).toBeGreaterThan(15);
  for (const { method, path } of member) {
    const url = `http://localhost:4302${path.replace('{id}', objects.passport ?? '')}`;
    const answer = await server.api.fetch(
      new Request(url, {
        method,
        ...(method !== 'GET' && { body: '{}', headers: { 'content-type': PHOTO_TYPES[0] } }),
      }),
    );
    expect([`${method} ${path}`, answer.status]).toEqual([`${method} ${path}`, 401]);
  }
});
