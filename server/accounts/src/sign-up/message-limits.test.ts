import { startTestServer, type TestServer } from '@portal/server-testing';
import type { Answer } from '@portal/server-testing/api-call';
import { messageLimits, THIS_MACHINE } from '@portal/server-testing/config';
import { doneWork } from '@portal/server-testing/done-work';
import { publicCaller } from '@portal/server-testing/public-client';
import { WORK_HEADER } from '@portal/shared-contract';

const LIMIT = 'user.send_code.limit_reached';
const KNOWN = 'known@example.com';
const UNKNOWN = 'kn0wn@example.com';
/** Longer than the wait for the next code. */
const LATER_MS = 60_000;

let server: TestServer;
afterEach(() => server.close());

async function start(changes: string) {
  const config = { messageLimits: messageLimits(changes), trustedProxies: THIS_MACHINE };
  server = await startTestServer({ config });
  const call = publicCaller(server);
  await server.createMember({ email: KNOWN });
  return (email: string, type = 'mfa_forgot_password') =>
    call('POST', '/v2/mfa/send-code', { type, email, locale: 'ja' });
}

const seen = ({ status, body, headers }: Answer) => ({
  status,
  error: body.error,
  retryAfter: headers.get('retry-after'),
});

// @proves 11.19 11.31
test.each(['mail-address-day=2', 'codes-account-hour=2'])(
  'refuses a third code to an address in the same way whether or not it has an account (%s)',
  async (changes) => {
    const ask = await start(changes);
    for (let sent = 0; sent < 2; sent += 1) {
      for (const email of [KNOWN, UNKNOWN]) expect((await ask(email)).status).toBe(200);
      server.clock.advance(LATER_MS);
    }
    const known = seen(await ask(KNOWN));
    expect(known).toEqual({ status: 429, error: LIMIT, retryAfter: expect.any(String) });
    expect(seen(await ask(UNKNOWN))).toEqual(known);
    // Nobody's sign-up stops a reset, nor the other way round.
    expect((await ask(KNOWN, 'signup')).status).toBe(200);
  },
);

// @proves 8.13 10.42
test('checks no more codes of one network after 500 wrong ones in an hour', async () => {
  server = await startTestServer({ config: { callsPerMinute: 100_000 } });
  const guess = () =>
    publicCaller(server)('POST', '/v2/mfa/verify-code', {
      type: 'signup',
      email: UNKNOWN,
      code: '123456',
    });
  for (let guessed = 0; guessed < 500; guessed += 1) expect((await guess()).status).toBe(422);
  const stopped = await guess();
  expect([stopped.status, stopped.body.error]).toEqual([429, 'user.ip_blocked']);
});

// @proves 8.490 11.491
test('sends a code for work when the strangers’ share runs short, once and to this address only', async () => {
  await start('mail-strangers-hour=10');
  const call = publicCaller(server);
  const ask = (email: string, work: Record<string, string> = {}) =>
    call('POST', '/v2/mfa/send-code', { type: 'signup', email, locale: 'ja' }, work);
  for (let sent = 0; sent < 2; sent += 1) {
    expect((await ask(`stranger-${sent}@example.com`)).status).toBe(200);
  }
  const [known, unknown] = [await ask(KNOWN), await ask(UNKNOWN)];
  for (const { status, body } of [known, unknown]) {
    expect([status, body.error]).toEqual([428, 'user.send_code.work_required']);
  }
  const work = await doneWork(unknown.body.work);
  expect((await ask('other@example.com', work)).status).toBe(428);
  expect((await ask(UNKNOWN, { [WORK_HEADER]: 'made-up.1' })).status).toBe(428);
  server.clock.advance(5 * 60_000);
  expect((await ask(UNKNOWN, work)).status).toBe(428);

  const again = await doneWork((await ask(UNKNOWN)).body.work);
  expect((await ask(UNKNOWN.toUpperCase(), again)).status).toBe(200);
  server.clock.advance(LATER_MS);
  expect((await ask(UNKNOWN, again)).status).toBe(428);
});
