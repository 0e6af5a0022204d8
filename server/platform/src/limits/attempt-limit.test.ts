import { checkPassword, LOCK_MS } from '@portal/server-accounts/password/credentials';
import { sharedServer } from '@portal/server-testing';
import { codeIn, messagesOf, signInClient, wrongFor } from '@portal/server-testing/account-client';
import { THIS_MACHINE } from '@portal/server-testing/config';
import { DATABASES } from '@portal/server-testing/databases';
import { publicCaller } from '@portal/server-testing/public-client';
import { ATTEMPTS_PER_DAY, budgetOf, countAttempt } from './attempt-limit.ts';

const PASSWORD = 'sakura-mochi-2026';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe.each(DATABASES)('the attempt limit on %s', (database) => {
  const server = sharedServer({
    database,
    config: { callsPerMinute: 10_000_000, trustedProxies: THIS_MACHINE },
  });
  let call: ReturnType<typeof publicCaller>;
  beforeAll(async () => {
    call = publicCaller(server);
  });
  // The hour of the network's limit, so that no test uses it up for the next.
  beforeEach(() => server.clock.advance(60 * MINUTE_MS));

  const type = 'mfa_forgot_password';
  const send = (email: string) => call('POST', '/v2/mfa/send-code', { type, email, locale: 'ja' });
  const verify = (email: string, code: string) =>
    call('POST', '/v2/mfa/verify-code', { type, email, code });
  const check = (email: string, password: string) =>
    checkPassword(server.context, { email, password });
  /** Enters five wrong codes for each of four codes, which uses up the day's attempts. */
  async function useUpTheDay(email: string): Promise<void> {
    for (let round = 0; round < 4; round += 1) {
      const code = codeIn(await messagesOf(server, () => send(email)));
      for (let tries = 0; tries < 5; tries += 1) await verify(email, wrongFor(code));
      server.clock.advance(10_000);
    }
  }

  // @proves 10.436
  test('evaluates 60 attempts a day of one known device, however many networks its cookie is in', async () => {
    const { id: memberId } = await server.createMember({});
    let evaluated = 0;
    for (let at = 0; at < 5; at += 1) {
      const budget = budgetOf(memberId, 'device', `192.0.2.${at}`);
      for (let tries = 0; tries < ATTEMPTS_PER_DAY; tries += 1) {
        if ((await countAttempt(server.context, budget)).allowed) evaluated += 1;
      }
    }
    expect(evaluated).toBe(60);
  });

  // @proves 11.4
  test('refuses the right code after hundreds of wrong ones, sent at once and one by one', async () => {
    const { email } = await server.createMember({});
    const code = codeIn(await messagesOf(server, () => send(email)));
    const wrong = Array.from({ length: 500 }, (_, index) =>
      String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0'),
    );
    await Promise.all(wrong.map((attempt) => verify(email, attempt)));
    for (const attempt of wrong.slice(0, 20)) await verify(email, attempt);
    // From another network, because the hour of this one may be used up.
    const from = { 'x-forwarded-for': '203.0.113.1' };
    const right = await call('POST', '/v2/mfa/verify-code', { type, email, code }, from);
    expect(right.status).toBe(422);
  });

  // @proves 10.22 10.41
  test('refuses strangers’ codes and passwords for a day after twenty wrong codes', async () => {
    const { id, email } = await server.createMember({ password: PASSWORD });
    const mails = await messagesOf(server, () => useUpTheDay(email));
    // Each of them has the link that sets a new password; nothing else is mailed.
    expect(mails.every(({ text }) => text.includes('/reset-password/form#code='))).toBe(true);
    const code = codeIn(await messagesOf(server, () => send(email)));
    expect((await verify(email, code)).body.error).toBe('too_many_attempts');
    expect(await check(email, PASSWORD)).toMatchObject({ kind: 'refused' });
    const member = await signInClient(server, id);
    expect((await member.stepUp('mfa_edit_account')).status).toBe(200);

    server.clock.advance(DAY_MS);
    expect((await check(email, PASSWORD)).kind).toBe('accepted');
  });

  // @proves 10.41
  test('counts each known device and each session for itself', async () => {
    const { id, email } = await server.createMember({ password: PASSWORD });
    const tries = (device?: string) =>
      checkPassword(server.context, { email, password: 'no', device });
    const device = 'a-phone';
    for (let round = 0; round < 4; round += 1) {
      for (let count = 0; count < 5; count += 1) await tries(device);
      server.clock.advance(LOCK_MS);
    }
    const known = { email, password: PASSWORD, device };
    expect(await checkPassword(server.context, known)).toMatchObject({ kind: 'refused' });
    expect((await check(email, PASSWORD)).kind).toBe('accepted');

    const [thief, owner] = await Promise.all([1, 2].map(() => signInClient(server, id)));
    for (let round = 0; round < 4; round += 1) {
      const code = await thief?.codeOf('mfa_edit_account');
      for (let count = 0; count < 5; count += 1) {
        await thief?.verify('mfa_edit_account', wrongFor(code ?? ''));
      }
      server.clock.advance(10_000);
    }
    expect((await thief?.stepUp('mfa_edit_account'))?.status).toBe(429);
    server.clock.advance(10_000);
    expect((await owner?.stepUp('mfa_edit_account'))?.status).toBe(200);
  });

  // @proves 10.22
  test('refuses codes and passwords after twenty wrong passwords, and reports only the first four locks', async () => {
    const { id, email } = await server.createMember({ password: PASSWORD });
    const locked: unknown[] = [];
    for (let round = 0; round < 6; round += 1) {
      for (let tries = 0; tries < 7; tries += 1) {
        const verdict = await check(email, 'wrong');
        if (verdict.kind === 'refused' && verdict.locked) locked.push(verdict.locked.memberId);
      }
      server.clock.advance(LOCK_MS);
    }
    expect(locked).toEqual([id, id, id, id]);
    expect(await check(email, PASSWORD)).toMatchObject({ kind: 'refused' });
    const code = codeIn(await messagesOf(server, () => send(email)));
    expect((await verify(email, code)).status).toBe(429);
  });
});
