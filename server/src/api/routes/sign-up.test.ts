import { connections } from '../../db/schema/members.ts';
import { issueConnectionTicket } from '../../domain/connection-tickets.ts';
import { checkPassword } from '../../domain/credentials.ts';
import { findMemberByEmail } from '../../domain/members.ts';
import { codeIn, messagesOf, wrongFor } from '../../testing/account-client.ts';
import { DATABASES, startTestServer, type TestServer } from '../../testing/index.ts';
import { publicCaller, refusal } from '../../testing/public-client.ts';

const PASSWORD = 'sakura-mochi-2026';
const TERMS = '2026-11-01';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe.each(DATABASES)('sign-up on %s', (database) => {
  let server: TestServer;
  let call: ReturnType<typeof publicCaller>;
  let people = 0;
  beforeAll(async () => {
    server = await startTestServer({ database, config: { callsPerMinute: 100_000 } });
    call = publicCaller(server);
  });
  afterAll(() => server.close());

  const newAddress = () => {
    people += 1;
    return `newcomer-${people}@example.com`;
  };
  const send = (email: string, locale = 'ja') =>
    call('POST', '/v2/mfa/send-code', { type: 'signup', email, locale });
  const verify = (email: string, code: string) =>
    call('POST', '/v2/mfa/verify-code', { type: 'signup', email, code });
  const signUp = (body: object) =>
    call('POST', '/signup', { password: PASSWORD, terms_version: TERMS, locale: 'ja', ...body });
  const codeFor = async (email: string) => codeIn(await messagesOf(server, () => send(email)));
  const asMember = (token: string) =>
    call('GET', '/userinfo', undefined, { authorization: `Bearer ${token}` });

  test('takes an address, its code and a password; the token is of the new member', async () => {
    const email = newAddress();
    const sent = await messagesOf(server, async () => {
      const { status, body } = await send(email, 'en');
      expect([status, body.email]).toEqual([200, 'n***' + email.at(9) + '@example.com']);
    });
    expect(sent[0]).toMatchObject({ recipient: email, locale: 'en' });
    const code = codeIn(sent);
    const verified = await verify(email, code);
    expect(verified.body).toEqual({ data: { type: 'signup', expires_at: expect.any(String) } });

    let token = '';
    const welcome = await messagesOf(server, async () => {
      const { status, body } = await signUp({ email, code, locale: 'en' });
      expect(status).toBe(200);
      token = body.access_token;
    });
    expect(welcome.map(({ recipient, locale }) => [recipient, locale])).toEqual([[email, 'en']]);
    expect((await asMember(token)).body).toMatchObject({
      email,
      email_verified: true,
      password_set: true,
      terms_accepted_version: TERMS,
      terms_current_version: TERMS,
      locale: 'en',
      line_linked: false,
    });
    expect(await checkPassword(server.context, { email, password: PASSWORD })).toMatchObject({
      kind: 'accepted',
    });
  });
});
