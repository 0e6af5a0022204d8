import { sharedServer } from '@portal/server-testing';
import {
  type AccountClient,
  codeIn,
  messagesOf,
  signInClient,
  wrongFor,
} from '@portal/server-testing/account-client';
import { publicCaller } from '@portal/server-testing/public-client';
import { API_CODE_TYPES, CODE_ERRORS, isChangeCode } from '@portal/shared-contract';

const MINUTE_MS = 60_000;
/** Every type that is sent to the member's own address or number. */
const TYPES = API_CODE_TYPES.filter((type) => !isChangeCode(type));

const server = sharedServer({ config: { callsPerMinute: 100_000 } });
let hanako: AccountClient;
let taro: AccountClient;
beforeEach(async () => {
  const phone = '+819012345678';
  hanako = await signInClient(server, (await server.createMember({ phone })).id);
  taro = await signInClient(server, (await server.createMember({})).id);
});

// @proves 8.26 8.27 8.28 11.1 11.2
test.each(TYPES)('refuses a code of %s for any other type and any other member', async (type) => {
  const code = await hanako.codeOf(type);
  for (const other of TYPES.filter((one) => one !== type)) {
    const refused = await hanako.verify(other, code);
    expect([refused.status, refused.body.error]).toEqual([422, CODE_ERRORS[other]]);
  }
  expect((await taro.verify(type, code)).body.error).toBe(CODE_ERRORS[type]);
  const right = await hanako.verify(type, code);
  expect(right.body).toEqual({ data: { type, allowed_until: expect.any(String) } });
  expect((await hanako.verify(type, code)).body.error).toBe(CODE_ERRORS[type]);
});

// @proves 11.1
test('refuses a code that was sent to a previous address or number', async () => {
  const byMail = await hanako.codeOf('mfa_edit_account');
  const bySms = await hanako.codeOf('verify_phone');
  await hanako.confirm('edit_profile');
  await hanako.call('PUT', '/me', { phone: '+819087654321', phone_country_code: 'JP' });
  expect((await hanako.verify('verify_phone', bySms)).body.error).toBe('user.code_invalid');
  expect((await hanako.verify('mfa_edit_account', byMail)).status).toBe(200);
});

// @proves 11.2
test('accepts one of fifty parallel calls with the right code', async () => {
  const code = await hanako.codeOf('mfa_change_password');
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => hanako.verify('mfa_change_password', code)),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  // The database of a busy server gives up on some of them.
  expect(new Set(statuses.filter((status) => status !== 503))).toEqual(new Set([200, 422]));
});

// @proves 11.6
test('sends one code on a hundred parallel requests', async () => {
  const answers: number[] = [];
  const messages = await messagesOf(server, async () => {
    const sent = await Promise.all(
      Array.from({ length: 100 }, () => hanako.send('mfa_edit_account')),
    );
    answers.push(...sent.map(({ status }) => status));
  });
  expect(messages).toHaveLength(1);
  expect(answers.filter((status) => status === 200)).toHaveLength(1);
  expect(new Set(answers.filter((status) => status !== 503))).toEqual(new Set([200, 429]));
  expect((await hanako.verify('mfa_edit_account', codeIn(messages))).status).toBe(200);
});

// @proves 8.12 9.2 9.3 11.6
test.each([
  ['mfa_edit_account', {}, 10],
  ['verify_pre_change_email', {}, 10],
  ['verify_email_by_user', {}, 60],
  ['mfa_deactivate_account', { long_wait: true }, 60],
] as const)('allows the next code of %s %j after %i s', async (type, more, seconds) => {
  const sent = await hanako.send(type, more);
  expect(Date.parse(sent.body.resend_at) - server.clock.now().getTime()).toBe(seconds * 1000);
  server.clock.advance(seconds * 1000 - 1);
  const early = await hanako.send(type);
  expect([early.status, early.headers.get('retry-after')]).toEqual([429, '1']);
  server.clock.advance(1);
  expect((await hanako.send(type)).status).toBe(200);
});

// @proves 11.3
test('refuses an older code after a newer one was sent', async () => {
  const older = await hanako.codeOf('mfa_edit_account');
  server.clock.advance(10_000);
  const newer = await hanako.codeOf('mfa_edit_account');
  if (older !== newer) {
    expect((await hanako.verify('mfa_edit_account', older)).status).toBe(422);
  }
  expect((await hanako.verify('mfa_edit_account', newer)).status).toBe(200);
});

// @proves 11.4
test('checks five of a hundred parallel attempts', async () => {
  const code = await hanako.codeOf('mfa_edit_account');
  // More at once would wait for each other until the database gives up on them, unchecked.
  for (let round = 0; round < 5; round += 1) {
    const attempts = Array.from({ length: 20 }, () =>
      hanako.verify('mfa_edit_account', wrongFor(code)),
    );
    await Promise.all(attempts);
  }
  expect((await hanako.verify('mfa_edit_account', code)).status).toBe(422);
  server.clock.advance(10_000);
  expect((await hanako.stepUp('mfa_edit_account')).status).toBe(200);
});

// @proves 8.37 9.23 11.5 11.13
test.each([
  ['mfa_edit_account', 'mfa_edit_account.code.invalid'],
  ['verify_pre_change_email', 'user.verify_pre_change_email.token_expired'],
] as const)('answers a code of %s with %s after ten minutes', async (type, error) => {
  const code = await hanako.codeOf(type);
  server.clock.advance(10 * MINUTE_MS);
  const later = await signInClient(server, hanako.memberId);
  expect((await later.verify(type, code)).body.error).toBe(error);
});

test('keeps codes out of the database and the log', async () => {
  const code = await hanako.codeOf('mfa_edit_account');
  const [row] = (
    (await server.db.execute('select * from verification_codes order by sent_at desc limit 1')) as {
      rows: object[];
    }
  ).rows;
  expect(JSON.stringify(row)).not.toContain(code);
  expect(server.log.join('')).not.toContain(code);
});

// @proves 7.30 7.31
test.each(['/me/mfa/send-code', '/v2/me/mfa/send-code'])(
  '%s says where a code went',
  async (path) => {
    const answer = await hanako.call('POST', path, { type: 'verify_email_by_user' });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        email: expect.stringContaining('***'),
        resend_at: expect.any(String),
        expires_at: expect.any(String),
      },
    ]);
    const text = await hanako.call('POST', path, { type: 'verify_phone' });
    expect(text.body).toMatchObject({ sms: '***5678', resend_at: expect.any(String) });
    expect(text.body).not.toHaveProperty('email');
  },
);

// @proves 7.32
test.each(['signup', 'mfa_forgot_password'])(
  '/v2/mfa/send-code for %s names no number',
  async (type) => {
    const { email } = await server.createMember({ phone: '+819012345678' });
    const asked = { type, email, locale: 'ja' };
    const { status, body } = await publicCaller(server)('POST', '/v2/mfa/send-code', asked);
    const names = ['email', 'expires_at', 'request', 'resend_at'];
    expect([status, Object.keys(body).sort()]).toEqual([200, names]);
  },
);
