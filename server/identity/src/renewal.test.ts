import { secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { callApi } from '@portal/server-testing/api-call';
import { startTestIdp, type TestIdp } from '@portal/server-testing/idp/idp';
import {
  accessTokenOf,
  createPortal,
  MEMBER,
  refreshTokenOf,
} from '@portal/server-testing/idp/portal';
import { and, eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { oidcPayloads } from './schema/oidc.ts';
import { REPLAY_MS } from './tokens/refresh-rotation.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

let server: TestIdp;
let portal: Awaited<ReturnType<typeof createPortal>>;
beforeAll(async () => {
  const member = { ...MEMBER, firstName: '花子', lastName: '山田' };
  server = await startTestIdp({ member });
});
afterAll(() => server.close());
beforeEach(async () => {
  portal = await createPortal(server);
});

async function freshToken(): Promise<string> {
  const { tokens } = await portal.signIn();
  return tokens.refresh_token as string;
}

// @proves 10.175
it('names the member with the new tokens, as the API does', async () => {
  const { body } = await portal.renew(await freshToken());
  const { access_token, id_token } = JSON.parse(body) as Record<string, string>;
  const { sub, given_name, family_name, member_code } = decodeJwt(id_token ?? '');
  const headers = { authorization: `Bearer ${access_token}` };
  const answer = await callApi(server, { method: 'GET', path: '/userinfo', headers });
  expect(answer.body).toMatchObject({
    id: sub,
    first_name: given_name,
    last_name: family_name,
    member_code,
  });
  expect(member_code).toMatch(/^\d{10}$/);
});

it('answers 20 parallel calls on two replicas with the same new tokens', async () => {
  const replica = await server.addReplica();
  for (let round = 0; round < 5; round += 1) {
    const token = await freshToken();
    const [parent] = await rowsOf(secretHash(token));
    const before = await tokensOfGrant(parent?.grantId);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => portal.renew(token, n % 2 ? replica : undefined)),
    );
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await tokensOfGrant(parent?.grantId)) - before).toBe(1);
  }
});

it('repeats the identical answer for ten seconds, for the old token only', async () => {
  const token = await freshToken();
  const first = await portal.renew(token);
  server.clock.advance(REPLAY_MS - 1);
  await expect(portal.renew(token)).resolves.toEqual(first);
  await expect(portal.renew(`${token.slice(0, -1)}!`)).resolves.toMatchObject({ status: 400 });
});

// @proves 10.9
it('ends the whole grant if the old token is used later', async () => {
  const token = await freshToken();
  const first = await portal.renew(token);
  server.clock.advance(REPLAY_MS);
  const reused = await portal.renew(token);
  expect(reused.status).toBe(400);
  expect(JSON.parse(reused.body)).toMatchObject({ error: 'invalid_grant' });
  await expect(server.idp.findAccessToken(accessTokenOf(first))).resolves.toBeUndefined();
  await expect(portal.renew(refreshTokenOf(first))).resolves.toMatchObject({ status: 400 });
});

it('refuses another client, and the token stays valid', async () => {
  const token = await freshToken();
  await expect(portal.renew(token, server.issuer, 'other')).resolves.toMatchObject({
    status: 401,
  });
  await expect(portal.renew(token)).resolves.toMatchObject({ status: 200 });
});

// @proves 10.7
it('refuses a token that has not been used for a day', async () => {
  const token = await freshToken();
  server.clock.advance(DAY_MS);
  await expect(portal.renew(token)).resolves.toMatchObject({ status: 400 });
});

// @proves 10.7
it('refuses a token 14 days after the sign-in, even if it was used every few hours', async () => {
  let token = await freshToken();
  const until = server.clock.now().getTime() + 14 * DAY_MS;
  while (server.clock.now().getTime() + 20 * HOUR_MS < until) {
    server.clock.advance(20 * HOUR_MS);
    const answer = await portal.renew(token);
    expect(answer.status).toBe(200);
    token = refreshTokenOf(answer);
    // Stores the session again, which must not prolong it.
    expect((await portal.silentCheck()).back.url.searchParams.get('code')).toBeTruthy();
  }
  server.clock.set(new Date(until));
  await expect(portal.renew(token)).resolves.toMatchObject({ status: 400 });
  const { back } = await portal.silentCheck();
  expect(back.url.searchParams.get('error')).toBe('login_required');
});

function rowsOf(idHash: string) {
  return server.db
    .select()
    .from(oidcPayloads)
    .where(and(eq(oidcPayloads.kind, 'RefreshToken'), eq(oidcPayloads.idHash, idHash)));
}

async function tokensOfGrant(grantId: string | null | undefined): Promise<number> {
  const rows = await server.db
    .select({ kind: oidcPayloads.kind })
    .from(oidcPayloads)
    .where(and(eq(oidcPayloads.kind, 'RefreshToken'), eq(oidcPayloads.grantId, grantId ?? 'none')));
  return rows.length;
}
