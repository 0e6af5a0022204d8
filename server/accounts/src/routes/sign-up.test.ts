import { linkConnection } from '@portal/server-members/connections';
import { findMemberByEmail } from '@portal/server-members/members';
import { members } from '@portal/server-members/schema/members';
import { termsAcceptances } from '@portal/server-members/schema/terms';
import { sharedServer } from '@portal/server-testing';
import { codeIn, messagesOf, wrongFor } from '@portal/server-testing/account-client';
import { publicCaller, refusal } from '@portal/server-testing/public-client';
import { eq } from 'drizzle-orm';
import { checkPassword } from '../password/credentials.ts';
import { issueConnectionTicket } from '../sign-up/sign-up.ts';

const PASSWORD = 'sakura-mochi-2026';
const TERMS = '2026-11-01';
const MINUTE_MS = 60_000;
const CODE_INVALID = [422, 'user.signup.code_invalid'];
const EMAIL_EXISTS = [422, 'user.signup.email_exists'];
const TICKET_GONE = [422, 'token.not_found'];

const server = sharedServer({ config: { callsPerMinute: 100_000 } });
let call: ReturnType<typeof publicCaller>;
let people = 0;
beforeAll(async () => {
  call = publicCaller(server);
});

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
const ticketOf = (subject: string) =>
  issueConnectionTicket(server.context, { connection: 'line', subject });

// @proves 7.29 12.15 13.7
test('takes an address, its code and a password, and returns a token of the new member', async () => {
  const email = newAddress();
  const sent = await messagesOf(server, () => send(email, 'en'));
  expect(sent[0]).toMatchObject({ recipient: email, locale: 'en' });
  const code = codeIn(sent);
  expect((await verify(email, code)).body).toEqual({
    data: { type: 'signup', expires_at: expect.any(String) },
  });

  let token = '';
  const welcome = await messagesOf(server, async () => {
    const { status, body } = await signUp({ email, code, locale: 'en' });
    expect(status).toBe(200);
    token = body.access_token;
  });
  expect(welcome.map(({ recipient, locale }) => [recipient, locale])).toEqual([[email, 'en']]);
  expect(welcome[0]?.text).toContain('http://localhost:4300/en/my-page');
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
  const receipts = await server.db
    .select()
    .from(termsAcceptances)
    .innerJoin(members, eq(members.id, termsAcceptances.memberId))
    .where(eq(members.email, email));
  expect(receipts.map(({ terms_acceptances: { acceptedAt } }) => acceptedAt)).toEqual([
    server.clock.now(),
  ]);
  server.clock.advance(MINUTE_MS);
  expect((await asMember(token)).status).toBe(401);
});

test('creates one member and sends one welcome on twenty parallel calls with the right code', async () => {
  const email = newAddress();
  const code = await codeFor(email);
  let answers: Awaited<ReturnType<typeof signUp>>[] = [];
  const letters = await messagesOf(server, async () => {
    answers = await Promise.all(Array.from({ length: 20 }, () => signUp({ email, code })));
  });
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(letters).toHaveLength(1);
  expect(refusal(await signUp({ email, code }))).toEqual(CODE_INVALID);
});

// @proves 8.15 11.20
test('sends a real code to a taken address, and reports it only after the right code', async () => {
  const { email } = await server.createMember({});
  const left = await server.createMember({ closedAt: server.clock.now() });
  for (const known of [email, email.toUpperCase(), left.email]) {
    server.clock.advance(10_000);
    const code = await codeFor(known);
    for (const attempt of [verify(known, wrongFor(code)), signUp({ email, code: '000000' })]) {
      expect(refusal(await attempt)).toEqual(CODE_INVALID);
    }
    expect(refusal(await verify(known, code))).toEqual(EMAIL_EXISTS);
    expect(refusal(await signUp({ email: known, code }))).toEqual(EMAIL_EXISTS);
  }
});

// @proves 8.23 11.1 11.4
test('accepts a code only for its address and type, and refuses it after five wrong ones', async () => {
  const [email, other] = [newAddress(), newAddress()];
  const code = await codeFor(email);
  await codeFor(other);
  expect(refusal(await signUp({ email: other, code }))).toEqual(CODE_INVALID);
  const reset = { type: 'mfa_forgot_password', email, code };
  expect((await call('POST', '/v2/mfa/verify-code', reset)).status).toBe(422);
  for (let tries = 0; tries < 5; tries += 1) {
    const wrong = { email, code: wrongFor(code) };
    expect(refusal(await signUp(wrong))).toEqual(CODE_INVALID);
  }
  expect(refusal(await signUp({ email, code }))).toEqual(CODE_INVALID);
  server.clock.advance(10_000);
  expect((await signUp({ email, code: await codeFor(email) })).status).toBe(200);
});

// @proves 12.11
test('refuses a version of the terms that is not in force', async () => {
  const email = newAddress();
  const code = await codeFor(email);
  for (const terms_version of ['2025-04-01', '2099-01-01', 'x']) {
    expect((await signUp({ email, code, terms_version })).body).toMatchObject({
      error: 'request.invalid',
      error_descriptions: { terms_version: ['terms.changed'] },
    });
  }
  expect((await signUp({ email, code })).status).toBe(200);
});

describe('with LINE', () => {
  // @proves 10.31 10.32 12.10 12.15
  test('needs no password, and the welcome message has a link to set one', async () => {
    const email = newAddress();
    const code = await codeFor(email);
    const connection_ticket = await ticketOf('line-newcomer');
    const body = { email, code, password: undefined, connection_ticket };
    let token = '';
    const [letter] = await messagesOf(server, async () => {
      token = (await signUp(body)).body.access_token;
    });
    expect((await asMember(token)).body).toMatchObject({
      email,
      password_set: false,
      line_linked: true,
      email_verified: true,
    });
    expect(letter?.text).toMatch(
      /http:\/\/localhost:4300\/ja\/verify-email#code=[\w-]{43}&type=verify_email_link/,
    );
    const another = newAddress();
    const again = { ...body, email: another, code: await codeFor(another) };
    expect(refusal(await signUp(again))).toEqual(TICKET_GONE);
    expect(await findMemberByEmail(server.context, another)).toBeUndefined();
  });

  test.each<[string, () => Promise<string>]>([
    ['made up', async () => 'made-up'],
    [
      'half an hour old',
      async () => {
        const ticket = await ticketOf('line-late');
        server.clock.advance(30 * MINUTE_MS);
        return ticket;
      },
    ],
    [
      "of another member's LINE",
      async () => {
        const ticket = await ticketOf('line-taken');
        const { id } = await server.createMember({});
        const account = { connection: 'line', subject: 'line-taken' };
        await linkConnection(server.context, id, account);
        return ticket;
      },
    ],
  ])('a ticket that is %s makes no member and spends no code', async (_, ticket) => {
    const email = newAddress();
    const connection_ticket = await ticket();
    const code = await codeFor(email);
    const body = { email, code, password: undefined, connection_ticket };
    expect(refusal(await signUp(body))).toEqual(TICKET_GONE);
    expect(await findMemberByEmail(server.context, email)).toBeUndefined();
    expect((await signUp({ email, code })).status).toBe(200);
  });

  // @proves 10.31
  test('links the LINE account once on ten parallel calls with one ticket', async () => {
    const connection_ticket = await ticketOf('line-wanted');
    const bodies = await Promise.all(
      Array.from({ length: 10 }, async () => ({
        email: newAddress(),
        password: undefined,
        connection_ticket,
      })),
    );
    const answers: { status: number }[] = [];
    for (const body of bodies) Object.assign(body, { code: await codeFor(body.email) });
    answers.push(...(await Promise.all(bodies.map(signUp))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
