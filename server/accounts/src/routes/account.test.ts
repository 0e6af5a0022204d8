import { connections } from '@portal/server-members/schema/members';
import { sharedServer, type TestServer } from '@portal/server-testing';
import {
  type AccountClient,
  codeIn,
  messagesOf,
  type NewMember,
  signInClient,
  signInNewMember,
  wrongFor,
} from '@portal/server-testing/account-client';
import { type Answer, refusal } from '@portal/server-testing/api-call';
import { sql } from 'drizzle-orm';
import { spendLinkTicket } from '../line/link.ts';
import { checkPassword } from '../password/credentials.ts';

const PASSWORD = 'sakura-mochi-2026';
const NEW_PASSWORD = 'ume-no-hana-2027';

const server = sharedServer({ config: { callsPerMinute: 100_000 } });

const signIn = (profile?: NewMember) => signInNewMember(server, profile);
const isSignedIn = async (client: AccountClient) =>
  (await client.call('GET', '/userinfo')).status === 200;
const NOT_PROVEN = [403, 'user.step_up_required'];

describe('changing the email address', () => {
  const change = (client: AccountClient, email: string, more: object = {}) =>
    client.call('PUT', '/me/change-email', { email, ...more });

  // @proves 7.26 7.33 8.24 8.25 11.8 12.23 12.24
  test('takes a code to the old address, the password and a code to the new one', async () => {
    const member = await signIn({ password: PASSWORD });
    expect(refusal(await change(member, 'a@example.org'))).toEqual(NOT_PROVEN);
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
    expect(refusal(await member.verify('verify_email_change', code))).toEqual(NOT_PROVEN);
    await member.confirm('change_email');
    expect(refusal(await member.verify('verify_email_change', code))[0]).toBe(422);
    expect(
      await checkPassword(server.context, { email: 'a@example.org', password: PASSWORD }),
    ).toMatchObject({ kind: 'accepted' });
  });

  // @proves 8.16 11.19 12.27
  test('does not report a taken address before the right code', async () => {
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
});

describe('the password', () => {
  const put = (client: AccountClient, body: object) =>
    client.call('PUT', '/me/setting-password', body);

  // @proves 7.27 8.21 11.10 12.19 12.21
  test('is changed by a step-up and the current password, and the other sessions end', async () => {
    const member = await signIn({ password: PASSWORD });
    const elsewhere = await signInClient(server, member.memberId);
    const body = { password: NEW_PASSWORD, current_password: PASSWORD };
    expect(refusal(await put(member, body))).toEqual(NOT_PROVEN);
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
  });

  // @proves 11.10 11.11 12.20
  test('is set once for a member without one', async () => {
    const member = await signIn();
    expect(refusal(await put(member, { password: NEW_PASSWORD }))).toEqual(NOT_PROVEN);
    await member.stepUp('mfa_setting_password');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => put(member, { password: NEW_PASSWORD })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  // @proves 5.42 8.17
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

  // @proves 5.43 5.44
  test('refuses the email address of the member and the current password', async () => {
    const member = await signIn({ password: PASSWORD });
    await member.stepUp('mfa_change_password');
    const keys = async (password: string) =>
      (await put(member, { password, current_password: PASSWORD })).body.error_descriptions;
    expect(await keys(member.email.toUpperCase())).toEqual({ password: ['password.is_email'] });
    expect(await keys(PASSWORD)).toEqual({ password: ['password.same_as_current'] });
  });
});

describe('the second step', () => {
  const enable = (client: AccountClient, channel: string) =>
    client.call('PUT', '/me/mfa/enable', { channel });

  // @proves 7.22 7.23 12.39
  test('takes a step-up to turn on and to turn off, and the member is told', async () => {
    const member = await signIn();
    expect(refusal(await enable(member, 'email'))).toEqual(NOT_PROVEN);
    expect(refusal(await member.call('PUT', '/me/mfa/disable'))).toEqual(NOT_PROVEN);
    await member.confirm('turn_on_second_step');
    const mails = await messagesOf(server, async () => {
      const on = await enable(member, 'email');
      expect(on.body.data).toMatchObject({ mfa_enabled: true, mfa_channel: 'email' });
    });
    expect(mails).toHaveLength(1);
    await member.confirm('turn_off_second_step');
    expect((await member.call('PUT', '/me/mfa/disable')).body.data.mfa_enabled).toBe(false);
  });

  // @proves 11.14 11.15 12.31 12.39
  test('by SMS requires a code to the number, which another number needs again', async () => {
    const phone = '+819012345678';
    const member = await signIn({ phone, phoneCountryCode: 'JP' });
    await member.confirm('turn_on_second_step');
    expect(refusal(await enable(member, 'sms'))).toEqual([422, 'user.code_invalid']);
    await member.stepUp('verify_phone');
    expect((await enable(member, 'sms')).body.data).toMatchObject({ mfa_channel: 'sms' });
    expect((await member.send('mfa_edit_account')).body.sms).toBe('***5678');
    await member.confirm('turn_on_second_step');
    await enable(member, 'email');
    await member.confirm('turn_on_second_step');
    expect((await enable(member, 'sms')).status).toBe(200);
    await member.confirm('edit_profile');
    await member.call('PUT', '/me', { phone: '+819087654321', phone_country_code: 'JP' });
    await member.confirm('turn_on_second_step');
    expect(refusal(await enable(member, 'sms'))).toEqual([422, 'user.code_invalid']);
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

  // @proves 7.85 11.28 12.43
  test('is linked with a ticket, which takes a step-up and is good once in this session', async () => {
    const member = await signIn();
    const begin = () => member.call('POST', '/me/link-line');
    expect(refusal(await begin())).toEqual(NOT_PROVEN);
    await member.confirm('link_line');
    const { ticket } = (await begin()).body.data;
    const { memberId } = member;
    const { sessionUid } = member.session;
    const spend = (holder: { memberId: string; sessionUid: string }) =>
      spendLinkTicket(server.context, ticket, holder);
    expect(await spend({ memberId, sessionUid: 'another' })).toBe(false);
    expect(await spend({ memberId, sessionUid })).toBe(true);
    expect(await spend({ memberId, sessionUid })).toBe(false);
  });

  // @proves 7.25 12.43
  test('is unlinked by a step-up', async () => {
    const member = await linked({ password: PASSWORD });
    expect(refusal(await unlink(member))).toEqual(NOT_PROVEN);
    await member.confirm('unlink_line');
    expect((await unlink(member)).body.data.line_linked).toBe(false);
    expect(refusal(await unlink(member))).toEqual(NOT_PROVEN);
  });

  // @proves 8.35 12.44
  test('stays linked as the only sign-in method until a password is set', async () => {
    const member = await linked();
    expect(refusal(await unlink(member))).toEqual([422, 'user.disconnect_line.not_set_password']);
    await member.confirm('set_password');
    await member.call('PUT', '/me/setting-password', { password: NEW_PASSWORD });
    await member.confirm('unlink_line');
    expect((await unlink(member)).body.data).toMatchObject({
      line_linked: false,
      password_set: true,
    });
  });
});

describe('leaving', () => {
  const leave = (client: AccountClient, body: object = { reason: 'other' }) =>
    client.call('DELETE', '/me', body);

  // @proves 5.46 7.20 12.33 12.35
  test('requires a reason and a step-up, and ends every session at once', async () => {
    const member = await signIn();
    const elsewhere = await signInClient(server, member.memberId);
    expect((await leave(member, { reason: 'because' })).body.error_descriptions).toEqual({
      reason: ['required.reason'],
    });
    expect(refusal(await leave(member))).toEqual(NOT_PROVEN);
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

// @proves 7.24 8.27
test('verifies an address by a code that was sent to it', async () => {
  const member = await signIn({ emailVerified: false });
  expect(refusal(await member.call('PUT', '/me/verify-email'))).toEqual([
    422,
    'verify_email_by_user.code.invalid',
  ]);
  await member.stepUp('verify_email_by_user');
  const verified = await member.call('PUT', '/me/verify-email');
  expect(verified.body.data.email_verified).toBe(true);
  expect((await member.call('PUT', '/me/verify-email')).status).toBe(200);
});

// @proves 7.21
test('accepts the terms in force with a dated receipt', async () => {
  const member = await signIn();
  const accepted = await member.call('PUT', '/me/accept-terms');
  expect(accepted.body.data.terms_accepted_version).toBe('2026-11-01');
  expect((await member.call('PUT', '/me/accept-terms')).status).toBe(200);
});
