import { type Endpoint, PHOTO_TYPES } from '@portal/shared-contract';
import { asc, sql } from 'drizzle-orm';
import { memberEvents } from '../../db/schema/events.ts';
import { notifications } from '../../db/schema/notifications.ts';
import { passportPhotos, passports, passportTransfers } from '../../db/schema/passes.ts';
import { DATABASES, startTestServer, type TestServer } from '../../testing/index.ts';
import { type PassClient, passClient } from '../../testing/passes.ts';
import { contractEndpoints } from '../openapi.ts';

jest.setTimeout(60_000);
const UNKNOWN = '0b7d2c1e-6f0a-4b52-9f6d-3c1d2e4f5a6b';

/** Every call that names one thing by its id, from the contract: a new one is tried too. */
const CALLS = contractEndpoints().filter(({ path }) => path.includes('{id}'));

/** Inputs that would do something, by path; a call without one is sent as it is. */
const BODIES: Readonly<Record<string, object>> = {
  'PUT /passports/{id}': { design_id: 'night' },
  'PUT /passports/{id}/transfer': { status: 'accepted' },
};

describe.each(DATABASES)("another member's things on %s", (database) => {
  let server: TestServer;
  let hanako: PassClient;
  let taro: PassClient;
  let objects: Record<string, string>;
  beforeAll(async () => {
    server = await startTestServer({ database, config: { callsPerMinute: 100_000 } });
    hanako = await passClient(server);
    taro = await passClient(server);
    const jiro = await passClient(server);
    const text = { ja: 'お知らせ', en: 'News' };
    await server.sendNotification(hanako.id, { title: text, body: text });
    const [notification] = await server.db.select().from(notifications);
    const offered = await hanako.buyPaid();
    await hanako.offer(offered.id, jiro.code);
    objects = {
      notification: notification?.id ?? '',
      pass: (await hanako.buyPaid()).id,
      'unpaid pass': (await hanako.buy()).id,
      'offered pass': offered.id,
      photo: await hanako.newPhoto(),
      device: (await hanako.call('GET', '/me/devices')).body.data[0].id,
      member: hanako.id,
    };
  });
  afterAll(() => server.close());

  const send = (client: PassClient, { method, path }: Endpoint, id: string) => {
    const body =
      BODIES[`${method} ${path}`] ??
      (path.endsWith('/transfer') && method === 'POST' ? { username: taro.code } : undefined);
    return client.call(method, path.replace('{id}', encodeURIComponent(id)), body);
  };
  const all = async () => ({
    passes: await server.db.select().from(passports).orderBy(asc(passports.id)),
    transfers: await server.db.select().from(passportTransfers),
    photos: await server.db.select().from(passportPhotos).orderBy(asc(passportPhotos.id)),
    notifications: await server.db.select().from(notifications).orderBy(asc(notifications.id)),
    events: await server.db.select().from(memberEvents),
    sessions: await hanakosSessions(),
  });
  const hanakosSessions = async () => {
    const answer = await server.db.execute(
      sql`select count(*) as n from oidc_sessions where member_id = ${hanako.id}`,
    );
    return (answer as unknown as { rows: unknown[] }).rows;
  };

  test('there are such calls for passes and notifications', () => {
    const paths = new Set(CALLS.map(({ path }) => path));
    for (const path of ['/notifications/{id}', '/passports/{id}', '/passports/{id}/code']) {
      expect(paths).toContain(path);
    }
  });

  test.each(CALLS.map((call) => [`${call.method} ${call.path}`, call] as const))(
    '%s answers as if they were not there, and changes nothing',
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

  test("a stranger's photo goes on no pass of one's own", async () => {
    const { id } = await taro.buyPaid();
    const photo_id = objects.photo;
    const changed = await taro.call('PUT', `/passports/${id}`, { photo_id });
    const bought = await taro.call('POST', '/passports', await taro.order({ photo_id }));
    for (const answer of [changed, bought]) {
      expect(answer.body.error).toBe('ap_passport.photo.required');
    }
  });

  test('lists hold nothing of anybody else', async () => {
    for (const path of ['/passports?limit=100', '/notifications?limit=100']) {
      const seen = JSON.stringify((await taro.call('GET', path)).body);
      for (const id of Object.values(objects)) expect(seen).not.toContain(id);
    }
  });

  test('without a token nothing is answered at all', async () => {
    const member = contractEndpoints().filter(
      ({ access, path }) => access === 'member' && /passports|notifications/.test(path),
    );
    expect(member.length).toBeGreaterThan(15);
    for (const { method, path } of member) {
      const url = `http://localhost:4302${path.replace('{id}', objects.pass ?? '')}`;
      const answer = await server.api.fetch(
        new Request(url, {
          method,
          ...(method !== 'GET' && {
            body: '{}',
            headers: { 'content-type': PHOTO_TYPES[0] },
          }),
        }),
      );
      expect([`${method} ${path}`, answer.status]).toEqual([`${method} ${path}`, 401]);
    }
  });
});
