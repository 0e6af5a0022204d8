import { sql } from 'drizzle-orm';
import { connections } from '../../db/schema/members.ts';
import { checkPassword } from '../../domain/credentials.ts';
import {
  type AccountClient,
  type Answer,
  codeIn,
  messagesOf,
  signInClient,
  wrongFor,
} from '../../testing/account-client.ts';
import { DATABASES, startTestServer, type TestServer } from '../../testing/index.ts';

const PASSWORD = 'sakura-mochi-2026';
const NEW_PASSWORD = 'ume-no-hana-2027';
const HOUR_MS = 60 * 60 * 1000;

describe.each(DATABASES)('the account on %s', (database) => {
  let server: TestServer;
  let members = 0;
  beforeAll(async () => {
    server = await startTestServer({ database, config: { callsPerMinute: 100_000 } });
  });
  afterAll(() => server.close());

  async function signIn(profile: Parameters<TestServer['createMember']>[0] = {}) {
    members += 1;
    const email = `person-${members}@example.com`;
    const member = await server.createMember({ email, ...profile });
    return Object.assign(await signInClient(server, member.id), { email });
  }
  const isSignedIn = async (client: AccountClient) =>
    (await client.call('GET', '/userinfo')).status === 200;
  const refusal = ({ status, body }: Answer) => [status, body?.error];
  const publicPost = async (path: string, body: unknown): Promise<Answer> => {
    const answer = await server.api.fetch(
      new Request(`http://localhost:4302${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
    return { status: answer.status, body: await answer.json(), headers: answer.headers };
  };

  describe('changing the e-mail address', () => {
    const change = (client: AccountClient, email: string, more: object = {}) =>
      client.call('PUT', '/me/change-email', { email, ...more });
    /** All three steps; answers the mails of the last. */
    async function changeTo(client: AccountClient, email: string) {
      await client.stepUp('verify_pre_change_email');
      const code = codeIn(await messagesOf(server, () => change(client, email)));
      return messagesOf(server, () => client.verify('verify_email_change', code));
    }
    const tokenIn = (messages: Awaited<ReturnType<typeof messagesOf>>, to: string) =>
      /token=([\w-]+)/.exec(messages.find(({ recipient }) => recipient === to)?.text ?? '')?.[1];

    test('takes a code at the old address, the password, and a code at the new one', async () => {
      const member = await signIn({ password: PASSWORD });
      expect(refusal(await change(member, 'a@example.org'))).toEqual([
        422,
        'user.verify_pre_change_email.token_expired',
      ]);
      await member.stepUp('verify_pre_change_email');
      for (const more of [{}, { current_password: 'wrong' }]) {
        expect(refusal(await change(member, 'a@example.org', more))).toEqual([
          422,
          'user.change_mail.password_incorrect',
        ]);
      }
      let sent: Answer | undefined;
      const toNew = await messagesOf(server, async () => {
        sent = await change(member, 'a@example.org', { current_password: PASSWORD });
      });
      expect(sent?.body).toMatchObject({ email: '***@example.org' });
      expect(toNew.map(({ recipient }) => recipient)).toEqual(['a@example.org']);
      const code = codeIn(toNew);
      expect(refusal(await member.verify('verify_email_change', wrongFor(code)))).toEqual([
        422,
        'user.change_mail.token_incorrect',
      ]);
      const done = await member.verify('verify_email_change', code);
      expect(done.body.data).toMatchObject({
        allowed_until: null,
        user: { email: 'a@example.org', email_verified: true },
      });
      expect(refusal(await member.verify('verify_email_change', code))[0]).toBe(422);
      expect(
        await checkPassword(server.context, { email: 'a@example.org', password: PASSWORD }),
      ).toMatchObject({ kind: 'accepted' });
    });

    test('the old address is told, with a link that takes it back and signs out everywhere', async () => {
      const member = await signIn();
      const messages = await changeTo(member, 'undone@example.org');
      expect(messages.map(({ recipient }) => recipient).sort()).toEqual(
        [member.email, 'undone@example.org'].sort(),
      );
      const token = tokenIn(messages, member.email);
      server.clock.advance(1000);
      await member.stepUp('mfa_setting_password');
      await member.call('PUT', '/me/setting-password', { password: NEW_PASSWORD });
      const undone = await publicPost('/undo-email-change', { token });
      expect(undone.body.data).toEqual({ status: 'undone', password_set: false });
      expect(await isSignedIn(member)).toBe(false);
      const again = await signInClient(server, member.memberId);
      expect((await again.call('GET', '/userinfo')).body.email).toBe(member.email);
      expect((await publicPost('/undo-email-change', { token })).body.data.status).toBe(
        'already_undone',
      );
      const { body } = await again.call('GET', '/me/activity');
      expect(body.data.map(({ kind }: { kind: string }) => kind)).toEqual(
        expect.arrayContaining(['email_changed', 'email_change_undone', 'password_set']),
      );
    });

    test('a password from before the change stays after it was taken back', async () => {
      const member = await signIn({ password: PASSWORD });
      server.clock.advance(1000);
      await member.stepUp('verify_pre_change_email');
      const body = { current_password: PASSWORD };
      const sent = await messagesOf(server, () => change(member, 'kept@example.org', body));
      const messages = await messagesOf(server, () =>
        member.verify('verify_email_change', codeIn(sent)),
      );
      const token = tokenIn(messages, member.email);
      const undone = await publicPost('/undo-email-change', { token });
      expect(undone.body.data).toEqual({ status: 'undone', password_set: true });
    });

    test('the first of two changes takes the second back too', async () => {
      const member = await signIn();
      const first = tokenIn(await changeTo(member, 'one@example.org'), member.email);
      server.clock.advance(60_000);
      const second = tokenIn(await changeTo(member, 'two@example.org'), 'one@example.org');
      expect((await publicPost('/undo-email-change', { token: first })).status).toBe(200);
      expect(refusal(await publicPost('/undo-email-change', { token: second }))).toEqual([
        422,
        'token.not_found',
      ]);
    });

    test('after 72 hours the link is over; a made-up one never was', async () => {
      const member = await signIn();
      const token = tokenIn(await changeTo(member, 'late@example.org'), member.email);
      server.clock.advance(72 * HOUR_MS);
      for (const one of [token, 'made-up', '']) {
        expect(refusal(await publicPost('/undo-email-change', { token: one }))).toEqual([
          422,
          'token.not_found',
        ]);
      }
    });

    test('an address that somebody has is answered like any other until the right code', async () => {
      const holder = await signIn();
      const member = await signIn();
      await member.stepUp('verify_pre_change_email');
      const known = await messagesOf(server, () => change(member, holder.email));
      expect(known.map(({ recipient }) => recipient)).toEqual([holder.email]);
      expect(refusal(await member.verify('verify_email_change', codeIn(known)))).toEqual([
        422,
        'user.change_mail.email_exists',
      ]);
      expect((await member.call('GET', '/userinfo')).body.email).toBe(member.email);
    });

    test.each([
      ['not an address', 'format.email'],
      ['', 'required.email'],
      ['x@example.com\r\nBcc: y@example.com', 'format.email'],
    ])('%j is refused', async (email, key) => {
      const member = await signIn();
      expect((await change(member, email)).body.error_descriptions.email).toContain(key);
    });

    test('the present address is refused in any spelling', async () => {
      const member = await signIn();
      const answer = await change(member, member.email.toUpperCase());
      expect(answer.body.error_descriptions).toEqual({ email: ['email.same_as_current'] });
    });
  });

  describe('the password', () => {
    const put = (client: AccountClient, body: object) =>
      client.call('PUT', '/me/setting-password', body);

    test('is changed once, with a step-up and the present one; the other sessions end', async () => {
      const member = await signIn({ password: PASSWORD });
      const elsewhere = await signInClient(server, member.memberId);
      const body = { password: NEW_PASSWORD, current_password: PASSWORD };
      expect(refusal(await put(member, body))).toEqual([422, 'user.change_password.mfa_invalid']);
      await member.stepUp('mfa_change_password');
      expect(refusal(await put(member, { ...body, current_password: 'wrong' }))).toEqual([
        422,
        'user.current_password_invalid',
      ]);
      const mails = await messagesOf(server, async () => {
        expect((await put(member, body)).status).toBe(200);
      });
      expect(mails.map(({ recipient }) => recipient)).toEqual([member.email]);
      expect(await isSignedIn(member)).toBe(true);
      expect(await isSignedIn(elsewhere)).toBe(false);
      const { email } = member;
      expect(await checkPassword(server.context, { email, password: NEW_PASSWORD })).toMatchObject({
        kind: 'accepted',
      });
      expect(
        refusal(await put(member, { password: PASSWORD, current_password: NEW_PASSWORD })),
      ).toEqual([422, 'user.change_password.mfa_invalid']);
    }, 20_000);

    test('is set without one, by a step-up of its own type', async () => {
      const member = await signIn();
      await member.stepUp('mfa_change_password');
      expect(refusal(await put(member, { password: NEW_PASSWORD }))).toEqual([
        422,
        'user.setting_password.mfa_invalid',
      ]);
      await member.stepUp('mfa_setting_password');
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => put(member, { password: NEW_PASSWORD })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    }, 20_000);

    test.each([
      ['password', 'password.too_common'],
      ['Password', 'password.too_common'],
      ['ｐａｓｓｗｏｒｄ', 'password.too_common'],
      ['12345678', 'password.too_common'],
      ['qwertyuiop', 'password.too_common'],
    ])('%s is refused', async (password, key) => {
      const member = await signIn();
      await member.stepUp('mfa_setting_password');
      const answer = await put(member, { password });
      expect(answer.body).toMatchObject({
        error: 'user.password_invalid',
        error_descriptions: { password: [key] },
      });
    });

    test("the member's own address is refused, and so is the present password", async () => {
      const member = await signIn({ password: PASSWORD });
      await member.stepUp('mfa_change_password');
      const keys = async (password: string) =>
        (await put(member, { password, current_password: PASSWORD })).body.error_descriptions;
      expect(await keys(member.email.toUpperCase())).toEqual({ password: ['password.is_email'] });
      expect(await keys(PASSWORD)).toEqual({ password: ['password.same_as_current'] });
    }, 20_000);

    test('five wrong present ones are enough for a quarter of an hour', async () => {
      const member = await signIn({ password: PASSWORD });
      await member.stepUp('mfa_change_password');
      const body = { password: NEW_PASSWORD, current_password: 'wrong' };
      for (let tries = 0; tries < 5; tries += 1) await put(member, body);
      expect((await put(member, { ...body, current_password: PASSWORD })).status).toBe(429);
    }, 20_000);
  });

  describe('two-step verification', () => {
    const enable = (client: AccountClient, channel: string) =>
      client.call('PUT', '/me/mfa/enable', { channel });

    test('is turned on and off by a code each, and the member is told', async () => {
      const member = await signIn();
      expect(refusal(await enable(member, 'email'))).toEqual([
        422,
        'user.mfa_settings.mfa_invalid',
      ]);
      await member.stepUp('mfa_settings');
      const mails = await messagesOf(server, async () => {
        const on = await enable(member, 'email');
        expect(on.body.data).toMatchObject({ mfa_enabled: true, mfa_channel: 'email' });
      });
      expect(mails).toHaveLength(1);
      expect(refusal(await member.call('PUT', '/me/mfa/disable'))).toEqual([
        422,
        'user.mfa_settings.mfa_invalid',
      ]);
      server.clock.advance(10_000);
      await member.stepUp('mfa_settings');
      expect((await member.call('PUT', '/me/mfa/disable')).body.data.mfa_enabled).toBe(false);
    });

    test('by SMS takes a code that came by SMS', async () => {
      const member = await signIn({ phone: '+819012345678' });
      await member.stepUp('mfa_settings');
      expect(refusal(await enable(member, 'sms'))).toEqual([422, 'user.mfa_settings.mfa_invalid']);
      server.clock.advance(10_000);
      await member.stepUp('mfa_settings', { channel: 'sms' });
      expect((await enable(member, 'sms')).body.data).toMatchObject({ mfa_channel: 'sms' });
      expect((await member.send('mfa_edit_account')).body.sms).toBe('***5678');
    });

    test('by SMS is not for who has no number', async () => {
      expect(refusal(await enable(await signIn(), 'sms'))).toEqual([
        422,
        'user.send_code.phone_number_invalid',
      ]);
    });
  });

  describe('LINE', () => {
    const unlink = (client: AccountClient) => client.call('PUT', '/me/unlink-line');
    async function linked(profile: Parameters<TestServer['createMember']>[0] = {}) {
      const member = await signIn(profile);
      await server.db.insert(connections).values({
        connection: 'line',
        subject: `line-${member.memberId}`,
        memberId: member.memberId,
      });
      return member;
    }

    test('is parted by a code, once', async () => {
      const member = await linked({ password: PASSWORD });
      expect(refusal(await unlink(member))).toEqual([422, 'user.disconnect_line.mfa_invalid']);
      await member.stepUp('mfa_disconnect_line');
      expect((await unlink(member)).body.data.line_linked).toBe(false);
      expect((await unlink(member)).status).toBe(200);
    });

    test('as the only way in stays until a password is set; the code is kept for afterwards', async () => {
      const member = await linked();
      await member.stepUp('mfa_disconnect_line');
      expect(refusal(await unlink(member))).toEqual([422, 'user.disconnect_line.not_set_password']);
      await member.stepUp('mfa_setting_password');
      await member.call('PUT', '/me/setting-password', { password: NEW_PASSWORD });
      expect((await unlink(member)).body.data).toMatchObject({
        line_linked: false,
        password_set: true,
      });
    });
  });

  describe('leaving', () => {
    const leave = (client: AccountClient, body: object = { reason: 'other' }) =>
      client.call('DELETE', '/me', body);

    test('takes a reason and a code, and ends every session at once', async () => {
      const member = await signIn();
      const elsewhere = await signInClient(server, member.memberId);
      expect((await leave(member, { reason: 'because' })).body.error_descriptions).toEqual({
        reason: ['required.reason'],
      });
      expect(refusal(await leave(member))).toEqual([422, 'user.deactivate_account.mfa_invalid']);
      await member.stepUp('mfa_deactivate_account');
      const mails = await messagesOf(server, async () => {
        const comment = 'ありがとうございました\n😀';
        expect((await leave(member, { reason: 'not_needed', comment })).status).toBe(204);
      });
      expect(mails.map(({ recipient }) => recipient)).toEqual([member.email]);
      expect(await isSignedIn(member)).toBe(false);
      expect(await isSignedIn(elsewhere)).toBe(false);
      const kept = (await server.db.execute(
        sql`select reason, comment from member_departures where member_id = ${member.memberId}`,
      )) as unknown as { rows: unknown[] };
      expect(kept.rows).toEqual([{ reason: 'not_needed', comment: 'ありがとうございました\n😀' }]);
    });
  });

  test('an address is verified by a code that went to it', async () => {
    const member = await signIn();
    expect(refusal(await member.call('PUT', '/me/verify-email'))).toEqual([
      422,
      'verify_email_by_user.code.invalid',
    ]);
    await member.stepUp('verify_email_by_user');
    const verified = await member.call('PUT', '/me/verify-email');
    expect(verified.body.data.email_verified).toBe(true);
    expect((await member.call('PUT', '/me/verify-email')).status).toBe(200);
  });

  test('the terms in force are accepted, with a dated receipt', async () => {
    const member = await signIn();
    const accepted = await member.call('PUT', '/me/accept-terms');
    expect(accepted.body.data.terms_accepted_version).toBe('2026-11-01');
    expect((await member.call('PUT', '/me/accept-terms')).status).toBe(200);
  });

  test('a step-up of one type or member opens no other action', async () => {
    const member = await signIn({ phone: '+819012345678' });
    const other = await signIn();
    const actions = [
      ['mfa_setting_password', 'PUT', '/me/setting-password', { password: NEW_PASSWORD }],
      ['mfa_deactivate_account', 'DELETE', '/me', { reason: 'other' }],
      ['mfa_settings', 'PUT', '/me/mfa/enable', { channel: 'email' }],
      ['mfa_settings', 'POST', '/me/recovery-codes', undefined],
      ['mfa_settings', 'POST', '/me/totp', undefined],
      ['mfa_settings', 'POST', '/me/passkeys/options', undefined],
      ['verify_pre_change_email', 'PUT', '/me/change-email', { email: 'n@example.org' }],
      ['verify_email_by_user', 'PUT', '/me/verify-email', undefined],
    ] as const;
    for (const granted of new Set(actions.map(([type]) => type))) {
      await member.stepUp(granted);
      for (const [type, method, path, body] of actions) {
        expect([path, (await other.call(method, path, body)).status]).toEqual([path, 422]);
        if (type === granted) continue;
        expect([granted, path, (await member.call(method, path, body)).status]).toEqual([
          granted,
          path,
          422,
        ]);
      }
      await server.db.execute(sql`delete from step_up_grants where member_id = ${member.memberId}`);
    }
  }, 30_000);
});
