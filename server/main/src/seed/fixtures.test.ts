import { sendCode } from '@portal/server-accounts/codes/send-code';
import { checkPassword } from '@portal/server-accounts/password/credentials';
import type { LinePerson } from '@portal/server-identity/line/sandbox/people';
import { findConnectedMember } from '@portal/server-members/connections';
import { findMemberByEmail } from '@portal/server-members/members';
import { startTestServer, type TestServer } from '@portal/server-testing';
import { messagesOf } from '@portal/server-testing/account-client';
import { createPassportClient } from '@portal/server-testing/passports';
import { createFixtures } from './fixtures.ts';

describe('the fixtures of browser tests', () => {
  let server: TestServer;
  const linePeople: LinePerson[] = [];
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const post = async (path: string, json: unknown) => {
    const body = JSON.stringify(json);
    return createFixtures(server.context, linePeople).request(path, { method: 'POST', body });
  };
  const taro = {
    email: 'taro@example.com',
    password: 'yuzu-to-kinako-27',
    lastName: '田中',
    firstName: '太郎',
    emailVerified: false,
  };

  test('create a member who can sign in and has accepted the terms', async () => {
    expect((await post('/members', taro)).status).toBe(201);
    expect(await checkPassword(server.context, taro)).toMatchObject({ kind: 'accepted' });
    const member = await findMemberByEmail(server.context, taro.email);
    expect(member).toMatchObject({ lastName: '田中', emailVerified: false, country: 'JP' });
    expect(member?.termsAcceptedVersion).toBe(member?.termsCurrentVersion);
    expect((await post('/members', taro)).status).toBe(409);
  });

  test('create a member who signs in with LINE alone', async () => {
    const line = 'U00000000000000000000000000000001';
    const jiro = { ...taro, email: 'jiro@example.com', password: null, mfaEnabled: true, line };
    await post('/members', jiro);
    const member = await findMemberByEmail(server.context, jiro.email);
    expect(member).toMatchObject({ passwordSet: false, mfaEnabled: true });
    const account = { connection: 'line', subject: line };
    expect(await findConnectedMember(server.context, account)).toEqual({ memberId: member?.id });
  });

  test('create a member without details, who agreed to older terms', async () => {
    const email = 'new@example.com';
    const noName = { lastName: null, firstName: null, termsAcceptedVersion: '2025-04-01' };
    await post('/members', { ...taro, email, ...noName });
    expect(await findMemberByEmail(server.context, email)).toMatchObject({
      lastName: null,
      city: null,
      termsAcceptedVersion: '2025-04-01',
    });
  });

  test('create a member who has closed the account', async () => {
    await post('/members', { ...taro, email: 'closed@example.com', closed: true });
    const member = await findMemberByEmail(server.context, 'closed@example.com');
    expect(member?.closedAt).toEqual(expect.any(Date));
  });

  test('add a person to the LINE sandbox', async () => {
    const person = { subject: 'U00000000000000000000000000000002', name: 'Saki' };
    expect((await post('/line-people', person)).status).toBe(201);
    expect(linePeople).toEqual([person]);
  });

  test('end the wait before the next code of a recipient', async () => {
    const send = () =>
      sendCode(server.context, {
        type: 'mfa_login',
        subject: 'a member',
        target: { channel: 'email', address: taro.email, confirmed: true },
        asker: 'stranger',
        network: '203.0.113.7',
        locale: 'ja',
      });
    expect(await send()).toMatchObject({ kind: 'sent' });
    expect(await send()).toMatchObject({ kind: 'too_soon' });
    expect((await post('/passed-resend-waits', { to: taro.email })).status).toBe(201);
    expect(await send()).toMatchObject({ kind: 'sent' });
  });

  test('send the reminders of today at any hour, and at once', async () => {
    server.clock.set(new Date('2026-11-22T05:00:00+09:00'));
    const hanako = await createPassportClient(server);
    await hanako.buyPaid({ usage_start_date: '2026-11-23' });
    const [mail] = await messagesOf(server, async () => {
      expect((await post('/reminders', {})).status).toBe(201);
    });
    expect(mail).toMatchObject({
      recipient: hanako.email,
      nextAttemptAt: server.context.clock.now(),
    });
  });

  test.each([
    ['/members', { ...taro, email: 'no address' }],
    ['/members', undefined],
    ['/line-people', { name: 'without a subject' }],
    ['/passed-resend-waits', { address: taro.email }],
  ])('refuse what has the wrong shape at %s', async (path, json) => {
    expect((await post(path, json)).status).toBe(422);
  });
});
