import { members } from '@portal/server-members/schema/members';
import { createTestClock, startTestServer, type TestServer } from '@portal/server-testing';
import { codeIn, messagesOf, wrongFor } from '@portal/server-testing/account-client';
import { type Answer, callApi, refusal } from '@portal/server-testing/api-call';
import { ACCEPTED_TERMS } from '@portal/server-testing/members';
import {
  AUDIENCE,
  type MinimalProvider,
  startMinimalProvider,
  type TokenOptions,
} from '@portal/server-testing/other-provider/minimal-provider';
import { eq } from 'drizzle-orm';
import { generateKeyPair, SignJWT } from 'jose';

const HANAKO = {
  email: 'hanako@example.com',
  email_verified: true,
  given_name: '花子',
  family_name: '山田',
};
const MINUTE_MS = 60_000;

let provider: MinimalProvider;
let server: TestServer;
const clock = createTestClock();

beforeEach(async () => {
  provider = await startMinimalProvider({
    now: () => clock.now(),
    people: { hanako: HANAKO, taro: { email: 'taro@example.com' }, nameless: {} },
  });
  server = await start({ kind: 'jwt', audience: AUDIENCE });
});
afterEach(async () => {
  await server.close();
  await provider.close();
});

const start = (tokens: NonNullable<TestServer['context']['config']['otherProvider']>['tokens']) =>
  startTestServer({
    clock,
    config: { otherProvider: { issuer: provider.issuer, tokens } },
  });
const call = (token: string, method = 'GET', path = '/userinfo', body?: unknown) =>
  callApi(server, {
    method,
    path,
    body,
    headers: { authorization: `Bearer ${token}`, 'user-agent': 'Firefox/140.0' },
  });
/** A member who has signed in there and has accepted the terms. */
async function member(subject: string, options: TokenOptions = {}): Promise<string> {
  const token = await provider.accessToken(subject, options);
  await call(token, 'PUT', '/me/accept-terms');
  return token;
}
const claimsFor = (subject: string) => ({
  iss: provider.issuer,
  sub: subject,
  aud: AUDIENCE,
  exp: Math.floor(clock.now().getTime() / 1000) + 60,
});
const ago = (minutes: number) => new Date(clock.now().getTime() - minutes * MINUTE_MS);

// @proves 10.160 10.162
test('become members at the first call, by the claims of the userinfo endpoint', async () => {
  const token = await provider.accessToken('hanako');
  const answers = await Promise.all([call(token), call(token), call(token)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { body } = answers[0] as Answer;
  expect(body).toMatchObject({
    email: 'hanako@example.com',
    email_verified: true,
    first_name: '花子',
    last_name: '山田',
    terms_accepted_version: null,
    password_set: false,
  });
  expect(refusal(await call(token, 'GET', '/notifications'))).toEqual([403, 'user.terms_outdated']);
  await call(token, 'PUT', '/me/accept-terms');
  expect((await call(token, 'GET', '/notifications')).status).toBe(200);
  const again = await call(await provider.accessToken('hanako'));
  expect(again.body.member_code).toBe(body.member_code);
});

// @proves 10.160
describe('are refused by a token', () => {
  const refused = [401, 'auth.unauthorized'];
  test.each<[string, () => Promise<string>]>([
    ['for another audience', () => provider.accessToken('hanako', { audience: 'portal' })],
    ['of another issuer', () => provider.accessToken('hanako', { issuer: 'https://id.example' })],
    ['that has expired', () => provider.accessToken('hanako', { expiresAt: ago(1) })],
    ['that names nobody', () => provider.accessToken('')],
    [
      'that never expires',
      () => provider.sign({ iss: provider.issuer, sub: 'hanako', aud: AUDIENCE }, 'at+jwt'),
    ],
    ['that is no token', async () => 'a.b.c'],
    ...['logout+jwt', 'dpop+jwt', 'secevent+jwt'].map((typ): [string, () => Promise<string>] => [
      `of the type ${typ}`,
      () => provider.sign(claimsFor('hanako'), typ),
    ]),
  ])('%s', async (_, token) => {
    expect(refusal(await call(await token()))).toEqual(refused);
  });

  test.each(['JWT', 'at+jwt', 'application/at+jwt'])(
    'but not by one of the type %s',
    async (typ) => {
      expect((await call(await provider.sign(claimsFor('hanako'), typ))).status).toBe(200);
    },
  );

  test('that another key has signed, a shared secret, or nobody', async () => {
    const [header, payload] = (await provider.accessToken('hanako')).split('.');
    const { privateKey } = await generateKeyPair('ES256');
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
    const signed = (alg: string, key: Parameters<SignJWT['sign']>[0]) =>
      new SignJWT(claims).setProtectedHeader({ alg, kid: 'first' }).sign(key);
    const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const token of [
      await signed('ES256', privateKey),
      await signed('HS256', new TextEncoder().encode('x'.repeat(32))),
      `${unsigned}.${payload}.`,
      `${header}.${payload}.`,
    ]) {
      expect(refusal(await call(token))).toEqual(refused);
    }
  });
});

// @proves 10.161
test('are asked to come back later, and not signed out, while the keys do not come', async () => {
  const token = await provider.accessToken('hanako');
  provider.setDown(true);
  expect(refusal(await call(token))).toEqual([503, 'server.unavailable']);
  provider.setDown(false);
});

// @proves 8.82 8.83 10.163
describe('who have the address of a member', () => {
  let known: { id: string; memberCode: string };
  beforeEach(async () => {
    known = await server.createMember({
      email: 'hanako@example.com',
      termsAcceptedVersion: ACCEPTED_TERMS,
    });
  });

  test('are that member after a code sent to it, and not before', async () => {
    const token = await provider.accessToken('hanako');
    expect(refusal(await call(token))).toEqual([403, 'user.link_required']);
    let sent: Answer | undefined;
    const messages = await messagesOf(server, async () => {
      sent = await call(token, 'POST', '/link-sign-in/send-code');
    });
    expect(sent?.body.email).toMatch(/^h.*@/);
    expect(messages[0]?.recipient).toBe('hanako@example.com');
    const code = codeIn(messages);
    const link = (typed: string, by = token) => call(by, 'POST', '/link-sign-in', { code: typed });
    expect(refusal(await link(wrongFor(code)))).toEqual([422, 'user.code_invalid']);
    expect(refusal(await call(token))).toEqual([403, 'user.link_required']);

    // The code of one account links no other one.
    provider.people.set('stranger', HANAKO);
    const stranger = await provider.accessToken('stranger');
    expect(refusal(await link(code, stranger))).toEqual([422, 'user.code_invalid']);

    expect((await link(code)).status).toBe(204);
    expect((await call(token)).body.member_code).toBe(known.memberCode);
    expect(refusal(await link(code))).toEqual([401, 'auth.unauthorized']);
  });

  // @proves 10.490
  test('find nothing of what somebody else typed who had only claimed the address', async () => {
    const email = 'claimed@example.com';
    provider.people.set('squatter', { ...HANAKO, email, email_verified: false });
    const squatter = await provider.accessToken('squatter');
    await call(squatter);
    await server.db
      .update(members)
      .set({ city: '奪取市', termsAcceptedVersion: ACCEPTED_TERMS })
      .where(eq(members.email, email));
    provider.people.set('owner', { ...HANAKO, email });
    const owner = await provider.accessToken('owner');
    const messages = await messagesOf(server, () => call(owner, 'POST', '/link-sign-in/send-code'));
    const linked = await call(owner, 'POST', '/link-sign-in', { code: codeIn(messages) });
    expect(linked.status).toBe(204);
    const { body } = await call(owner);
    expect([body.city, body.first_name, body.last_name]).toEqual([null, null, null]);
    expect((await call(squatter)).status).not.toBe(200);
  });

  test('get no code while the provider has not confirmed the address', async () => {
    provider.people.set('stranger', { ...HANAKO, email_verified: false });
    const token = await provider.accessToken('stranger');
    expect(refusal(await call(token))).toEqual([403, 'user.email_unconfirmed']);
    const messages = await messagesOf(server, async () => {
      const answer = await call(token, 'POST', '/link-sign-in/send-code');
      expect(refusal(answer)).toEqual([401, 'auth.unauthorized']);
    });
    expect(messages).toEqual([]);
  });
});

// @proves 10.165
test('make a sensitive change soon after they have signed in at the provider', async () => {
  const change = (token: string) =>
    call(token, 'PUT', '/me/change-email', { email: 'new@example.com' });
  await member('hanako');
  for (const authTime of [undefined, ago(11)]) {
    const token = await provider.accessToken('hanako', { authTime });
    expect((await call(token, 'GET', '/me/step-up?act=edit_profile')).body.data).toEqual({
      allowed_until: null,
    });
    expect(refusal(await change(token))).toEqual([403, 'user.step_up_required']);
  }
  const recent = await provider.accessToken('hanako', { authTime: ago(9) });
  expect((await change(recent)).status).toBe(200);
});

// @proves 10.491
test('are refused in words if an id or a name has a control character', async () => {
  provider.people.set('nul\0', { ...HANAKO, email: 'nul@example.com' });
  const token = await provider.accessToken('nul\0');
  expect(refusal(await call(token))).toEqual([401, 'auth.unauthorized']);
  provider.people.set('named', { ...HANAKO, email: 'named@example.com', given_name: 'a\0b' });
  const { status, body } = await call(await provider.accessToken('named'));
  expect([status, body.first_name]).not.toEqual([500, undefined]);
  expect(body.first_name ?? null).toBeNull();
});

// @proves 10.164
test('see their sessions, and end them until they sign in again', async () => {
  const phone = { sessionId: 'phone', authTime: ago(60) };
  const laptop = await member('hanako', { sessionId: 'laptop', authTime: ago(30) });
  await call(await provider.accessToken('hanako', phone));
  const { data } = (await call(laptop, 'GET', '/me/devices')).body;
  expect(data).toMatchObject([
    { browser: 'Firefox', current: true },
    { browser: 'Firefox', current: false },
  ]);
  await call(laptop, 'DELETE', '/me/devices');
  // A renewed token of the same sign-in is refused too.
  clock.advance(1000);
  expect((await call(await provider.accessToken('hanako', phone))).status).toBe(401);
  expect((await call(laptop)).status).toBe(200);
  const anew = { ...phone, authTime: clock.now() };
  expect((await call(await provider.accessToken('hanako', anew))).status).toBe(200);
});

// @proves 10.161
describe('with opaque tokens', () => {
  beforeEach(async () => {
    await server.close();
    const { id: clientId, secret: clientSecret } = provider.introspector;
    server = await start({ kind: 'introspection', clientId, clientSecret, audience: AUDIENCE });
  });
  const questions = () => provider.asked.filter((path) => path === '/connect/introspect').length;

  test('are introspected, and the answer holds for 30 seconds', async () => {
    const token = provider.opaqueToken('hanako');
    await Promise.all([call(token), call(token)]);
    expect((await call(token)).body.email).toBe('hanako@example.com');
    expect(questions()).toBe(1);
    provider.revoke(token);
    clock.advance(29_000);
    expect((await call(token)).status).toBe(200);
    clock.advance(1_000);
    expect(refusal(await call(token))).toEqual([401, 'auth.unauthorized']);
  });

  test('are refused at the expiry, for another audience, and not while nobody answers', async () => {
    const short = provider.opaqueToken('hanako', {
      expiresAt: new Date(clock.now().getTime() + 5_000),
    });
    expect((await call(short)).status).toBe(200);
    clock.advance(6_000);
    expect((await call(short)).status).toBe(401);
    const foreign = provider.opaqueToken('hanako', { audience: 'https://other.example' });
    expect((await call(foreign)).status).toBe(401);
    const token = provider.opaqueToken('hanako');
    provider.setDown(true);
    expect((await call(token)).status).toBe(503);
    provider.setDown(false);
    expect((await call(token)).status).toBe(200);
  });
});
