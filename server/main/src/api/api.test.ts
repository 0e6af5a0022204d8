import { contractEndpoints } from '@portal/server-endpoint/openapi';
import { sendNotification } from '@portal/server-notifications/notifications';
import { sharedServer, startTestServer, type TestServer } from '@portal/server-testing';
import { ERROR_STATUS } from '@portal/shared-contract';
import { sql } from 'drizzle-orm';

const API = 'http://localhost:4302';
const PORTAL = 'http://localhost:4300';

describe('the API', () => {
  const server = sharedServer();

  const get = (path: string, headers: Record<string, string> = {}) =>
    server.api.fetch(new Request(API + path, { headers }));
  async function member(profile: Parameters<TestServer['createMember']>[0] = {}) {
    const created = await server.createMember(profile);
    const { accessToken } = await server.signInAs(created.id);
    return { ...created, bearer: { authorization: `Bearer ${accessToken}` } };
  }

  describe('GET /userinfo', () => {
    // @proves 3.1 3.2 3.8 7.16
    test('returns every field of the signed-in member', async () => {
      const hanako = await member({
        email: 'Hanako@Example.com',
        lastName: '山田',
        firstName: '花子',
        dateOfBirth: '1990-04-12',
        prefectureId: 13,
        country: 'JP',
        emailVerified: false,
        password: 'sakura-mochi-2026',
      });
      const answer = await get('/userinfo', hanako.bearer);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await answer.json()).toEqual({
        id: hanako.id,
        first_name: '花子',
        last_name: '山田',
        first_name_kana: null,
        last_name_kana: null,
        date_of_birth: '1990-04-12',
        gender: null,
        postal_code: null,
        phone: null,
        phone_country_code: null,
        address: null,
        city: null,
        prefecture: { id: 13, name: { ja: '東京都', en: 'Tokyo' } },
        prefecture_name: null,
        country: 'JP',
        email_opt_in: null,
        password_set: true,
        email: 'Hanako@Example.com',
        email_verified: false,
        mfa_enabled: false,
        mfa_channel: 'email',
        line_linked: false,
        terms_accepted_version: '2026-11-01',
        terms_current_version: '2026-11-01',
        locale: 'ja',
        member_code: expect.stringMatching(/^\d{10}$/),
      });
    });

    // @proves 6.6 8.57
    test.each([
      ['no token', {}, 'Bearer'],
      ['an unknown token', { authorization: 'Bearer nobody' }, 'Bearer error="invalid_token"'],
      ['another scheme', { authorization: 'Basic bm9ib2R5' }, 'Bearer error="invalid_token"'],
      ['an empty token', { authorization: 'Bearer ' }, 'Bearer error="invalid_token"'],
      ['two tokens', { authorization: 'Bearer one two' }, 'Bearer error="invalid_token"'],
    ])('refuses %s', async (_, headers, challenge) => {
      const answer = await get('/userinfo', headers);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe(challenge);
      expect(await answer.json()).toEqual({
        error: 'auth.unauthorized',
        request_id: answer.headers.get('x-request-id'),
      });
    });

    // @proves 10.5
    test('refuses an access token after five minutes', async () => {
      const { bearer } = await member();
      server.clock.advance(5 * 60_000 - 1);
      expect((await get('/userinfo', bearer)).status).toBe(200);
      server.clock.advance(2);
      expect((await get('/userinfo', bearer)).status).toBe(401);
    });

    // @proves 10.6
    test('refuses an access token whose session has ended, even while the token is still stored', async () => {
      const { id, bearer } = await member();
      await server.db.execute(
        sql`update oidc_sessions set ended_at = now() where member_id = ${id}::uuid`,
      );
      expect((await get('/userinfo', bearer)).status).toBe(401);
    });
  });

  describe('GET /prefectures', () => {
    // @proves 3.21 7.17
    test('returns the 47 prefectures in JIS order, without a token', async () => {
      const answer = await get('/prefectures');
      const { data } = (await answer.json()) as { data: { id: number; name: object }[] };
      expect(data.map(({ id }) => id)).toEqual(Array.from({ length: 47 }, (_, index) => index + 1));
      expect(data[0]?.name).toEqual({ ja: '北海道', en: 'Hokkaido' });
      expect(data[46]?.name).toEqual({ ja: '沖縄県', en: 'Okinawa' });
      expect(answer.headers.get('cache-control')).toBe('public, max-age=86400');
    });
  });

  describe('GET /postal-code/{code}', () => {
    // @proves 3.22 7.18
    test('returns the town of a code, with or without the hyphen', async () => {
      const expected = [
        {
          postal_code: '1000005',
          prefecture: { id: 13, name: { ja: '東京都', en: 'Tokyo' } },
          city: '千代田区',
          town: '丸の内',
        },
      ];
      for (const code of ['1000005', '100-0005']) {
        expect(await (await get(`/postal-code/${code}`)).json()).toEqual({ data: expected });
      }
    });

    // @proves 8.60
    test('answers 404 for a code that does not exist', async () => {
      const answer = await get('/postal-code/0000000');
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error: 'request.not_found' });
    });
  });

  describe('GET /notifications', () => {
    const text = (title: string) => ({ ja: title, en: `${title} (en)` });
    const daysAgo = (days: number) => new Date(server.clock.now().getTime() - days * 86_400_000);

    // @proves 3.16 3.19 3.20 7.39 9.11
    test('returns pages of the notifications of the member, newest first, with the unread count', async () => {
      const [hanako, taro] = [await member(), await member()];
      for (let day = 0; day < 12; day += 1) {
        await sendNotification(server.context, {
          memberId: hanako.id,
          title: text(`${day}日前`),
          body: text('<p>本文</p>'),
          publishedAt: daysAgo(day),
          readAt: day > 4 ? daysAgo(0) : null,
          externalLink: day === 1 ? 'https://example.com/' : null,
        });
      }
      await sendNotification(server.context, {
        memberId: taro.id,
        title: text('太郎さまへ'),
        body: text(''),
        publishedAt: daysAgo(0),
      });

      const first = (await (await get('/notifications', hanako.bearer)).json()) as never;
      expect(first).toMatchObject({
        total_unread: 5,
        meta: { page: 1, limit: 10, total: 12, last_page: 2 },
      });
      const { data } = first as { data: { title: string; read: boolean }[] };
      expect(data.map(({ title }) => title)).toEqual(
        Array.from({ length: 10 }, (_, day) => `${day}日前`),
      );
      expect(data.filter(({ read }) => read)).toHaveLength(5);
      expect(data[1]).toMatchObject({ external_link: 'https://example.com/' });
      expect(data[0]).not.toHaveProperty('external_link');

      const second = await get('/notifications?page=3&limit=5', hanako.bearer);
      expect(await second.json()).toMatchObject({
        data: [{ title: '10日前' }, { title: '11日前' }],
        meta: { page: 3, limit: 5, total: 12, last_page: 3 },
      });
    });

    // @proves 15.10
    test.each([
      ['ja', 'en', 'お知らせ (en)'],
      ['en', 'ja', 'お知らせ'],
      ['en', undefined, 'お知らせ (en)'],
      ['ja', 'en-US,en;q=0.9', 'お知らせ'],
    ] as const)('answers a member of %s who asks in %s: %s', async (locale, asked, title) => {
      const { id, bearer } = await member({ locale });
      await sendNotification(server.context, {
        memberId: id,
        title: text('お知らせ'),
        body: text(''),
        publishedAt: daysAgo(0),
      });
      const headers = { ...bearer, ...(asked && { 'accept-language': asked }) };
      const answer = await get('/notifications', headers);
      expect(await answer.json()).toMatchObject({ data: [{ title }] });
    });

    // @proves 7.71
    test.each(['page=0', 'page=-1', 'page=x', 'limit=0', 'limit=101', 'page=1e9', 'page=%00'])(
      'refuses ?%s',
      async (query) => {
        const { bearer } = await member();
        const answer = await get(`/notifications?${query}`, bearer);
        expect(answer.status).toBe(ERROR_STATUS['request.invalid']);
      },
    );
  });

  // @proves 7.14
  test('mounts every call of the contract', async () => {
    // Without a token, every mounted call for members answers 401.
    for (const { method, path } of contractEndpoints()) {
      const url = API + path.replace('{code}', '1000005').replaceAll(/\{\w+\}/g, 'x');
      const answer = await server.api.fetch(new Request(url, { method }));
      expect(`${method} ${path} ${answer.status}`).not.toMatch(/404$/);
    }
  });

  // @proves 8.1 8.7 8.61
  test('answers a failed query with a server error, and logs no values of the query', async () => {
    const { bearer } = await member({ email: 'secret@example.com' });
    await server.db.execute(sql`alter table members rename to hidden`);
    const answer = await get('/userinfo', bearer);
    await server.db.execute(sql`alter table hidden rename to members`);
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({
      error: 'server.error',
      request_id: answer.headers.get('x-request-id'),
    });
    const line = server.log.find((entry) => entry.includes('call failed'));
    expect(line).toContain('42P01');
    expect(server.log.join('')).not.toContain('secret@example.com');
    expect(server.log.join('')).not.toContain(bearer.authorization.slice(7));
  });

  test('allows calls from pages of the portal and refuses other origins', async () => {
    const own = await get('/prefectures', { origin: PORTAL });
    expect(own.headers.get('access-control-allow-origin')).toBe(PORTAL);
    for (const origin of [
      'http://localhost:4301',
      'https://localhost:4300',
      'http://localhost:43000',
      'http://localhost:4300.evil.example',
      'http://LOCALHOST:4300',
      'null',
    ]) {
      const answer = await get('/prefectures', { origin });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test('sends the security headers and the request id with every response', async () => {
    for (const path of ['/userinfo', '/prefectures', '/nowhere', '/health']) {
      const { headers } = await get(path);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; frame-ancestors 'none'",
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-request-id')).toMatch(/^[\da-f]{32}$/);
    }
  });
});

// @proves 7.2
test('requires a configured API key for every call but the health check', async () => {
  const apiKey = 'a-key-of-many-letters';
  const server = await startTestServer({ config: { apiKey } });
  const get = (path: string, headers = {}) =>
    server.api.fetch(new Request(API + path, { headers }));
  expect((await get('/prefectures')).status).toBe(401);
  expect((await get('/prefectures', { 'x-api-key': 'wrong' })).status).toBe(401);
  expect((await get('/prefectures', { 'x-api-key': apiKey })).status).toBe(200);
  expect((await get('/health')).status).toBe(200);
  await server.close();
});
