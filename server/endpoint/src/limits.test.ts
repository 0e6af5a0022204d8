import { sharedServer } from '@portal/server-testing';
import { THIS_MACHINE } from '@portal/server-testing/config';

const LIMIT = 20;

const server = sharedServer({
  config: { callsPerMinute: LIMIT, trustedProxies: THIS_MACHINE },
});

const get = (path: string, headers: Record<string, string>) =>
  server.api.fetch(new Request(`http://localhost${path}`, { headers }));
const statuses = async (times: number, path: string, headers: Record<string, string>) => {
  const answers = await Promise.all(Array.from({ length: times }, () => get(path, headers)));
  return answers.map(({ status }) => status).sort();
};
const exactly = (good: number, refused: number) => [
  ...Array<number>(good).fill(200),
  ...Array<number>(refused).fill(429),
];

// @proves 8.12
test('allows exactly twenty of fifty parallel calls from one address', async () => {
  const from = { 'x-forwarded-for': '203.0.113.1' };
  expect(await statuses(50, '/prefectures', from)).toEqual(exactly(LIMIT, 30));
  const refused = await get('/prefectures', from);
  expect(await refused.json()).toMatchObject({ error: 'too_many_attempts' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
});

test('counts each address separately, and ignores an address that the caller claims', async () => {
  const from = { 'x-forwarded-for': '203.0.113.1, 203.0.113.2' };
  expect(await statuses(LIMIT, '/prefectures', from)).toEqual(exactly(LIMIT, 0));
  const claims = { 'x-forwarded-for': '198.51.100.9, 203.0.113.2' };
  expect((await get('/prefectures', claims)).status).toBe(429);
});

test('counts the calls of a member from all addresses together', async () => {
  const member = await server.createMember();
  const { accessToken } = await server.signInAs(member.id);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      get('/userinfo', {
        authorization: `Bearer ${accessToken}`,
        'x-forwarded-for': `192.0.2.${index}`,
      }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual(exactly(LIMIT, 10));
});
