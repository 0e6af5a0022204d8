import { checkPassword, LOCK_MS } from '@portal/server-accounts/password/credentials';
import { sharedServer } from '@portal/server-testing';
import { signInClient, wrongFor } from '@portal/server-testing/account-client';
import { THIS_MACHINE } from '@portal/server-testing/config';
import { ATTEMPTS_PER_DAY, budgetOf, countAttempt } from './attempt-limit.ts';

const PASSWORD = 'sakura-mochi-2026';
const MINUTE_MS = 60_000;

const server = sharedServer({
  config: { callsPerMinute: 10_000_000, trustedProxies: THIS_MACHINE },
});
// The hour of the network's limit, so that no test uses it up for the next.
beforeEach(() => server.clock.advance(60 * MINUTE_MS));

const check = (email: string, password: string) =>
  checkPassword(server.context, { email, password });

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
