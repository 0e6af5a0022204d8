import { members } from '@portal/server-members/schema/members';
import { sharedServer } from '@portal/server-testing';
import { codeIn, messagesOf, signInClient } from '@portal/server-testing/account-client';
import { publicCaller, refusal } from '@portal/server-testing/public-client';
import { eq } from 'drizzle-orm';
import { checkPassword } from '../password/credentials.ts';
import { issueConnectionTicket } from '../sign-up/sign-up.ts';

const PASSWORD = 'sakura-mochi-2026';
const NEW_PASSWORD = 'ume-no-hana-2027';
const MINUTE_MS = 60_000;
const TICKET_EXPIRED = [422, 'mfa_forgot_password.token_expired'];
const CODE_WRONG = [422, 'mfa_forgot_password.code.invalid'];
const LINK_GONE = [422, 'token.not_found'];

const server = sharedServer({ config: { callsPerMinute: 100_000 } });
let call: ReturnType<typeof publicCaller>;
beforeAll(async () => {
  call = publicCaller(server);
});

const type = 'mfa_forgot_password';
const send = (email: string) => call('POST', '/v2/mfa/send-code', { type, email, locale: 'en' });
const verify = (email: string, code: string) =>
  call('POST', '/v2/mfa/verify-code', { type, email, code });
const setPassword = (body: object) =>
  call('PUT', '/setting-password', { type, password: NEW_PASSWORD, ...body });
const codeFor = async (email: string) => codeIn(await messagesOf(server, () => send(email)));
const ticketFor = async (email: string): Promise<string> =>
  (await verify(email, await codeFor(email))).body.data.ticket;
const opens = async (email: string, password: string) =>
  (await checkPassword(server.context, { email, password })).kind === 'accepted';

// @proves 7.28 7.34 9.25 12.17
test('by code ends every session and a lock, removes the step-ups and tells the member', async () => {
  const { id, email } = await server.createMember({ password: PASSWORD });
  const session = await signInClient(server, id);
  await session.stepUp('mfa_change_password');
  for (let tries = 0; tries < 5; tries += 1) await opens(email, 'wrong');
  const ticket = await ticketFor(email.toUpperCase());

  const mails = await messagesOf(server, async () => {
    const answer = await setPassword({ ticket });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        data: {
          email: expect.stringMatching(/^m\*\*\*\d@example\.com$/),
          device_token: expect.any(String),
        },
      },
    ]);
  });
  expect(mails.map(({ recipient }) => recipient)).toEqual([email]);
  expect((await session.call('GET', '/userinfo')).status).toBe(401);
  expect(await opens(email, PASSWORD)).toBe(false);
  expect(await opens(email, NEW_PASSWORD)).toBe(true);
  const again = await signInClient(server, id);
  expect((await again.call('GET', '/userinfo')).body.email_verified).toBe(true);
  const change = { password: PASSWORD, current_password: NEW_PASSWORD };
  expect(refusal(await again.call('PUT', '/me/setting-password', change))).toEqual([
    403,
    'user.step_up_required',
  ]);
  expect(refusal(await setPassword({ ticket }))).toEqual(TICKET_EXPIRED);
});

test('is set once by ten parallel calls with one ticket, and one of ten right codes is accepted', async () => {
  const { email } = await server.createMember({ password: PASSWORD });
  const code = await codeFor(email);
  const verified = await Promise.all(Array.from({ length: 10 }, () => verify(email, code)));
  const right = verified.filter(({ status }) => status === 200);
  expect(right).toHaveLength(1);
  const ticket = right[0]?.body.data.ticket;
  const set = await Promise.all(Array.from({ length: 10 }, () => setPassword({ ticket })));
  expect(set.filter(({ status }) => status === 200)).toHaveLength(1);
});

// @proves 8.36 9.25
test('accepts a ticket for ten minutes, for its type and for the proven address', async () => {
  const { id, email } = await server.createMember({});
  const first = await ticketFor(email);
  server.clock.advance(10 * MINUTE_MS);
  expect(refusal(await setPassword({ ticket: first }))).toEqual(TICKET_EXPIRED);
  const second = await ticketFor(email);
  expect(refusal(await setPassword({ ticket: second, type: 'verify_email_link' }))).toEqual(
    LINK_GONE,
  );
  await server.db
    .update(members)
    .set({ email: 'moved@example.com', emailNormalized: `moved-${id}@example.com` })
    .where(eq(members.id, id));
  expect(refusal(await setPassword({ ticket: second }))).toEqual(TICKET_EXPIRED);
  expect(refusal(await setPassword({ ticket: 'made-up' }))).toEqual(TICKET_EXPIRED);
});

describe('by the link of a message with a reset code', () => {
  const linkFor = async (email: string): Promise<string> => {
    const [letter] = await messagesOf(server, () => send(email));
    const path = /\/en\/reset-password\/form#code=([\w-]{43})/;
    return path.exec(letter?.text ?? '')?.[1] ?? '';
  };
  const byLink = (link: string, more: object = {}) =>
    setPassword({ type: 'reset_password_link', ticket: link, ...more });

  // @proves 12.50 12.17
  test('is set once, by one of ten parallel calls, and makes older links and codes void', async () => {
    const { email } = await server.createMember({ password: PASSWORD });
    const older = await linkFor(email);
    server.clock.advance(10_000);
    const sent = await messagesOf(server, () => send(email));
    const link = /form#code=([\w-]{43})/.exec(sent[0]?.text ?? '')?.[1] ?? '';
    const refused = await byLink(older, { password: 'qwerty123' });
    expect(refused.body.error).toBe('user.password_invalid');
    const set = await Promise.all(Array.from({ length: 10 }, () => byLink(link)));
    expect(set.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await opens(email, NEW_PASSWORD)).toBe(true);
    expect(refusal(await byLink(older))).toEqual(TICKET_EXPIRED);
    expect(refusal(await verify(email, codeIn(sent)))).toEqual(CODE_WRONG);
  });

  // @proves 12.50
  test('is refused after the code was used and after a change of address', async () => {
    const { email } = await server.createMember({});
    const [letter] = await messagesOf(server, () => send(email));
    const link = /form#code=([\w-]{43})/.exec(letter?.text ?? '')?.[1] ?? '';
    expect((await verify(email, codeIn([letter as never]))).status).toBe(200);
    expect(refusal(await byLink(link))).toEqual(TICKET_EXPIRED);
    const member = await server.createMember({});
    const sent = await linkFor(member.email);
    const values = { email: 'elsewhere@example.com', emailNormalized: 'elsewhere@example.com' };
    await server.db.update(members).set(values).where(eq(members.id, member.id));
    expect(refusal(await byLink(sent))).toEqual(TICKET_EXPIRED);
    expect(refusal(await byLink('made-up'))).toEqual(TICKET_EXPIRED);
  });
});

describe('by the link of a welcome message', () => {
  const takeLink = (code: string) =>
    call('POST', '/mfa/verify-link', { type: 'verify_email_link', code });
  async function welcomed(email: string): Promise<string> {
    const subject = `line-of-${email}`;
    const line = { connection: 'line', subject };
    const connection_ticket = await issueConnectionTicket(server.context, line);
    const sent = await messagesOf(server, () =>
      call('POST', '/v2/mfa/send-code', { type: 'signup', email, locale: 'ja' }),
    );
    const body = { email, code: codeIn(sent), connection_ticket, terms_version: '2026-11-01' };
    const [letter] = await messagesOf(server, () =>
      call('POST', '/signup', { ...body, locale: 'ja' }),
    );
    return /code=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? '';
  }

  // @proves 7.35 11.9 12.6 12.18
  test('is set once, and a used link answers that it was used', async () => {
    const email = 'welcome-1@example.com';
    const code = await welcomed(email);
    const taken = await takeLink(code);
    expect(taken.body.data).toEqual({
      status: 'valid',
      ticket: expect.any(String),
      email: 'w***1@example.com',
      password_set: false,
    });
    expect((await takeLink(code)).body).toEqual({ data: { status: 'already_done' } });
    const { ticket } = taken.body.data;
    expect(refusal(await setPassword({ ticket }))).toEqual(TICKET_EXPIRED);
    expect((await setPassword({ ticket, type: 'verify_email_link' })).status).toBe(200);
    expect(await opens(email, NEW_PASSWORD)).toBe(true);
    server.clock.advance(25 * 60 * MINUTE_MS);
    expect((await takeLink(code)).body).toEqual({ data: { status: 'already_done' } });
  });

  // @proves 8.19 9.26 11.9
  test('refuses the link after a day, a made-up link, and all but one of ten parallel uses', async () => {
    const codes = [
      await welcomed('welcome-2@example.com'),
      await welcomed('welcome-3@example.com'),
    ];
    const at = await Promise.all(Array.from({ length: 10 }, () => takeLink(codes[0] ?? '')));
    expect(at.filter(({ body }) => body.data.status === 'valid')).toHaveLength(1);
    server.clock.advance(24 * 60 * MINUTE_MS);
    for (const code of [codes[1] ?? '', 'made-up']) {
      expect(refusal(await takeLink(code))).toEqual(LINK_GONE);
    }
  });
});
