import { sharedServer, startTestServer, type TestServer } from '@portal/server-testing';
import { type AccountClient, signInClient } from '@portal/server-testing/account-client';
import type { Answer } from '@portal/server-testing/api-call';
import { messageLimits, THIS_MACHINE } from '@portal/server-testing/config';
import { publicCaller } from '@portal/server-testing/public-client';

const PASSWORD = 'sakura-mochi-2026';

/** What a stranger could compare of a response: all but its request id, times and the secret of a code. */
function seen({ status, body, headers }: Answer) {
  const { request_id: _, request, ...rest } = body;
  if (request !== undefined) expect(request).toHaveLength(43);
  const shown = [...headers].filter(([name]) => name !== 'x-request-id').sort();
  return { status, body: rest, length: JSON.stringify(body).length, headers: shown };
}

describe('whether an address has an account:', () => {
  const server = sharedServer({ config: { callsPerMinute: 100_000 } });
  let call: ReturnType<typeof publicCaller>;
  let pairs = 0;
  beforeAll(async () => {
    call = publicCaller(server);
  });
  // The hour of the network's limit, so that no test uses it up for the next.
  beforeEach(() => server.clock.advance(60 * 60_000));

  /** Two addresses that look the same when masked; the first has an account. */
  async function pair(profile: Parameters<TestServer['createMember']>[0] = {}) {
    pairs += 1;
    const known = `known-${pairs}-x@example.com`;
    await server.createMember({ email: known, password: PASSWORD, ...profile });
    return { known, unknown: `kn0wn-${pairs}-x@example.com` };
  }
  /** Calls with both addresses in turn, and expects the same response for both. */
  async function expectAlike(
    addresses: { readonly known: string; readonly unknown: string },
    ask: (email: string) => Promise<Answer>,
    status: number,
  ): Promise<void> {
    const known = seen(await ask(addresses.known));
    expect(known).toEqual(seen(await ask(addresses.unknown)));
    expect(known.status).toBe(status);
  }

  describe.each([
    ['an open account', () => ({})],
    ['a closed account', () => ({ closedAt: new Date() })],
    ['one without a password', () => ({ password: undefined })],
    ['one that asks for a second step', () => ({ mfaEnabled: true, emailVerified: true })],
  ])('(%s)', (_, profile) => {
    // @proves 11.19 11.21
    test.each(['signup', 'mfa_forgot_password'] as const)(
      'does not show when a code of %s is sent, requested too soon, guessed or spent',
      async (type) => {
        const addresses = await pair(profile() as never);
        const send = (email: string) =>
          call('POST', '/v2/mfa/send-code', { type, email, locale: 'ja' });
        const verify = (email: string) =>
          call('POST', '/v2/mfa/verify-code', { type, email, code: '000000' });
        await expectAlike(addresses, verify, 422);
        for (let round = 0; round < 5; round += 1) {
          await expectAlike(addresses, send, 200);
          await expectAlike(addresses, send, 429);
          for (let tries = 0; tries < 6; tries += 1) {
            // After twenty wrong codes that could open an account no more are checked that day.
            const opens = type === 'mfa_forgot_password';
            await expectAlike(addresses, verify, opens && round === 4 ? 429 : 422);
          }
          server.clock.advance(10_000);
        }
      },
    );
  });

  // @proves 11.19
  test('does not show in the spelling of the masked address', async () => {
    const { known, unknown } = await pair();
    const send = (email: string) =>
      call('POST', '/v2/mfa/send-code', { type: 'mfa_forgot_password', email, locale: 'ja' });
    const addresses = { known: known.toUpperCase(), unknown: unknown.toUpperCase() };
    await expectAlike(addresses, send, 200);
  });

  // @proves 11.19
  test('does not show in a sign-up without the right code', async () => {
    const addresses = await pair();
    const signUp = (more: object) => (email: string) =>
      call('POST', '/signup', {
        email,
        code: '000000',
        password: PASSWORD,
        terms_version: '2026-11-01',
        locale: 'ja',
        ...more,
      });
    await expectAlike(addresses, signUp({}), 422);
    for (const email of Object.values(addresses)) {
      await call('POST', '/v2/mfa/send-code', { type: 'signup', email, locale: 'ja' });
    }
    await expectAlike(addresses, signUp({}), 422);
    await expectAlike(addresses, signUp({ password: 'password' }), 422);
    await expectAlike(addresses, signUp({ terms_version: 'x' }), 422);
    const ticket = { password: undefined, connection_ticket: 'made-up' };
    await expectAlike(addresses, signUp(ticket), 422);
  });

  // @proves 11.19 12.27
  test('does not show when a member enters it as a new address', async () => {
    const addresses = await pair();
    const clients: AccountClient[] = [];
    for (let count = 0; count < 2; count += 1) {
      const client = await signInClient(server, (await server.createMember()).id);
      await client.stepUp('verify_pre_change_email');
      clients.push(client);
    }
    await expectAlike(
      addresses,
      (email) => (clients.pop() as AccountClient).call('PUT', '/me/change-email', { email }),
      200,
    );
  });

  // @proves 11.21
  test('does not show in an unrequested message', async () => {
    const { unknown } = await pair();
    const type = 'mfa_forgot_password';
    await call('POST', '/v2/mfa/send-code', { type, email: unknown, locale: 'ja' });
    const recipients = (await server.outbox.messages()).map(({ recipient }) => recipient);
    expect(recipients).not.toContain(unknown);
  });
});

// @proves 8.67 11.22 11.31 11.492
test('limits the codes that one network requests in an hour, whatever the addresses', async () => {
  const limits = messageLimits('mail-network-hour=12');
  const server = await startTestServer({
    config: { trustedProxies: THIS_MACHINE, messageLimits: limits },
  });
  const call = publicCaller(server);
  const ask = (email: string, from: string) =>
    call(
      'POST',
      '/v2/mfa/send-code',
      { type: 'signup', email, locale: 'ja' },
      { 'x-forwarded-for': from },
    );
  for (const email of ['first@example.com', 'second@example.com']) {
    await ask(email, '203.0.113.7');
  }
  expect((await ask('last@example.com', '203.0.113.7')).status).toBe(200);
  const stopped = await ask('stopped@example.com', '203.0.113.7');
  expect([stopped.status, stopped.body.error]).toEqual([429, 'user.send_code.limit_reached']);
  expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ask('stopped@example.com', '203.0.113.8')).status).toBe(200);
  // What is left of a network for all its addresses, of which each may use up a quarter.
  const statuses: number[] = [];
  for (let host = 0; host < 12; host += 1) {
    statuses.push((await ask(`host-${host}@example.com`, `203.0.113.${100 + host}`)).status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(8);
  const prefixes = [];
  for (let home = 0; home < 20; home += 1) {
    const address = `2001:db8:7:${home.toString(16)}00::1`;
    prefixes.push((await ask(`home-${home}@example.com`, address)).status);
  }
  expect(prefixes.filter((status) => status === 200)).toHaveLength(12);
  await server.close();
});
