import { findMemberById } from '@portal/server-members/members';
import { sharedServer } from '@portal/server-testing';
import {
  type AccountClient,
  codeIn,
  messagesOf,
  signInClient,
} from '@portal/server-testing/account-client';
import { createAuthenticator } from '@portal/server-testing/idp/authenticator';
import { publicCaller, refusal } from '@portal/server-testing/public-client';
import { TOTP } from 'otpauth';
import { issueMailLink } from '../mail-links/mail-links.ts';
import { checkPassword } from '../password/credentials.ts';
import { passkeys } from '../schema/second-step-methods.ts';
import { stepUpMethods } from '../step-up/recorded-step-ups.ts';

const PASSWORD = 'sakura-mochi-2026';
const NEW_PASSWORD = 'ume-no-hana-2027';
const REQUIRED = [422, 'user.second_step_required'];
const TOO_FEW = [422, 'user.second_step.too_few'];
const MINUTE_MS = 60_000;

const server = sharedServer({ config: { callsPerMinute: 100_000 } });
let call: ReturnType<typeof publicCaller>;
let member: AccountClient;
let email: string;
let app: TOTP;
let recovery: string[];
beforeAll(async () => {
  call = publicCaller(server);
});

const SIGNED_IN = { confirms: true };
const appCode = () => app.generate({ timestamp: server.clock.now().getTime() });
const setChannel = (channel: string) => member.call('PUT', '/me/mfa/enable', { channel });
const steps = async () => (await member.call('GET', '/me/sign-in-methods')).body.data.second_step;

/** A member with an app and ten recovery codes. */
beforeEach(async () => {
  const created = await server.createMember({ password: PASSWORD });
  email = created.email;
  member = await signInClient(server, created.id, SIGNED_IN);
  const { secret } = (await member.call('POST', '/me/totp')).body.data;
  app = new TOTP({ secret });
  recovery = (await member.call('PUT', '/me/totp', { code: appCode() })).body.data.recovery_codes;
  server.clock.advance(MINUTE_MS);
});

async function addPasskey() {
  const origin = server.context.config.portalOrigin;
  const key = createAuthenticator({ rpId: 'localhost', origin });
  const { id, publicKey } = key;
  const values = { id, publicKey, memberId: member.memberId, name: 'Phone', counter: 0 };
  const rest = { transports: ['internal'], backedUp: false, createdAt: server.clock.now() };
  await server.db.insert(passkeys).values({ ...values, ...rest });
  return key;
}

/** Turns codes by email and SMS off, with an app and a passkey. */
async function withoutCodes() {
  const key = await addPasskey();
  expect((await setChannel('none')).status).toBe(200);
  return key;
}

type Claim = { readonly type: string; readonly ticket: string };

const send = () =>
  messagesOf(server, () =>
    call('POST', '/v2/mfa/send-code', { type: 'mfa_forgot_password', email, locale: 'en' }),
  );
async function byCode(): Promise<Claim> {
  const type = 'mfa_forgot_password';
  const code = codeIn(await send());
  const { ticket } = (await call('POST', '/v2/mfa/verify-code', { type, email, code })).body.data;
  return { type, ticket };
}
async function byLink(): Promise<Claim> {
  const link = /https?:\/\/\S+/.exec((await send())[0]?.text ?? '')?.[0] ?? '';
  return {
    type: 'reset_password_link',
    ticket: new URLSearchParams(new URL(link).hash.slice(1)).get('code') ?? '',
  };
}
async function byWelcomeLink(): Promise<Claim> {
  const holder = { id: member.memberId, email };
  const code = await issueMailLink(server.context, holder, 'verify_email_link');
  const type = 'verify_email_link';
  const { ticket } = (await call('POST', '/mfa/verify-link', { type, code })).body.data;
  return { type, ticket };
}
const setPassword = (claim: Claim) =>
  call('PUT', '/setting-password', { ...claim, password: NEW_PASSWORD });
const prove = (claim: Claim, secondStep: object) =>
  call('POST', '/setting-password/second-step', { ...claim, second_step: secondStep });
const opens = async (password: string) =>
  (await checkPassword(server.context, { email, password })).kind === 'accepted';

describe('codes by email and SMS', () => {
  // @proves 8.69 10.48
  test('can be turned off with two stronger second steps, and not with fewer', async () => {
    expect(refusal(await setChannel('none'))).toEqual(TOO_FEW);
    await addPasskey();
    const answer = await setChannel('none');
    expect([answer.status, answer.body.data?.mfa_channel]).toEqual([200, 'none']);
    expect(await steps()).toMatchObject({ enabled: true, codes: false, totp: true });
    expect((await setChannel('email')).status).toBe(200);
    expect(await steps()).toMatchObject({ codes: true, channel: 'email' });
  });

  // @proves 10.49
  test('stay off: neither of the two can be removed until they are on again', async () => {
    const key = await withoutCodes();
    expect(refusal(await member.call('DELETE', '/me/totp'))).toEqual(TOO_FEW);
    expect(refusal(await member.call('DELETE', `/me/passkeys/${key.id}`))).toEqual(TOO_FEW);
    const third = await addPasskey();
    expect((await member.call('DELETE', `/me/passkeys/${third.id}`)).status).toBe(204);
    await setChannel('email');
    expect((await member.call('DELETE', '/me/totp')).status).toBe(204);
  });

  // @proves 10.50
  test('are no step-up while they are off, not even one that was sent before', async () => {
    server.clock.advance(15 * MINUTE_MS);
    await member.renew();
    const code = await member.codeOf('mfa_edit_account');
    expect((await member.verify('mfa_edit_account', code)).status).toBe(200);
    const sentBefore = await member.codeOf('mfa_change_password');
    await withoutCodes();
    const record = await findMemberById(server.context, member.memberId);
    expect(record && (await stepUpMethods(server.context, record))).toEqual([
      'passkey',
      'totp',
      'recovery_code',
    ]);
    expect(refusal(await member.send('mfa_edit_account'))).toEqual([422, 'user.send_code.error']);
    expect((await member.verify('mfa_change_password', sentBefore)).status).toBe(422);
  });

  // @proves 10.49 12.40
  test('are on again once the second step was turned off and on', async () => {
    await withoutCodes();
    await member.call('PUT', '/me/mfa/disable');
    const kept = { totp: true, recovery_codes_left: 10 };
    expect(await steps()).toMatchObject({ enabled: false, codes: true, ...kept });
  });
});

describe('a reset without codes', () => {
  // @proves 7.87 7.88 8.70 12.55
  test.each([
    ['a code', byCode],
    ['the link', byLink],
    ['a welcome link', byWelcomeLink],
  ])('by %s asks for a second step before the new password', async (_by, begin) => {
    await withoutCodes();
    const claim = await begin();
    expect(refusal(await setPassword(claim))).toEqual(REQUIRED);
    expect(await opens(PASSWORD)).toBe(true);
    const asked = await call('POST', '/setting-password/second-step/options', claim);
    expect(asked.body.data.steps).toEqual(['passkey', 'totp', 'recovery_code']);

    const wrong = { method: 'totp', code: '000000' };
    expect(refusal(await prove(claim, wrong))).toEqual([422, 'user.totp.code_invalid']);
    const proven = await prove(claim, { method: 'totp', code: appCode() });
    const { ticket } = proven.body.data;
    const next = { type: 'reset_second_step', ticket };
    expect((await setPassword(next)).status).toBe(200);
    expect([await opens(PASSWORD), await opens(NEW_PASSWORD)]).toEqual([false, true]);
    for (const used of [claim, next]) expect((await setPassword(used)).status).toBe(422);
  });

  // @proves 12.55
  test('takes a passkey whose counter has not grown', async () => {
    const key = await withoutCodes();
    for (const counter of [5, 5, 0]) {
      const claim = await byLink();
      const asked = await call('POST', '/setting-password/second-step/options', claim);
      const response = JSON.parse(key.answer(asked.body.data.passkey, { counter }));
      expect((await prove(claim, { method: 'passkey', response })).status).toBe(200);
      server.clock.advance(MINUTE_MS);
    }
  });

  // @proves 7.88 8.71 12.55
  test('takes a recovery code once, and tells the member', async () => {
    await withoutCodes();
    const claim = await byCode();
    const secondStep = { method: 'recovery_code', code: recovery[0] };
    const mails = await messagesOf(server, async () => {
      expect((await prove(claim, secondStep)).status).toBe(200);
    });
    expect(mails).toHaveLength(1);
    expect(refusal(await prove(claim, secondStep))).toEqual([422, 'user.recovery_code_invalid']);
  });

  // @proves 12.56
  test('evaluates 20 wrong answers a day, whatever the mailbox sends', async () => {
    await withoutCodes();
    const claim = await byLink();
    const answers: unknown[] = [];
    for (let tries = 0; tries < 25; tries += 1) {
      server.clock.advance(10 * MINUTE_MS);
      answers.push(refusal(await prove(claim, { method: 'totp', code: '000000' })));
    }
    expect(answers.slice(0, 20).every((answer) => String(answer).startsWith('422'))).toBe(true);
    expect(answers.slice(20).every((answer) => String(answer).startsWith('429'))).toBe(true);
    // Neither the sign-in nor the owner's passkey is shut out by it.
    expect(await opens(PASSWORD)).toBe(true);
  });
});
