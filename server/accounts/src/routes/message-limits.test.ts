import { members } from '@portal/server-members/schema/members';
import { startTestServer, type TestServer } from '@portal/server-testing';
import { signInClient } from '@portal/server-testing/account-client';
import { messageLimits } from '@portal/server-testing/config';
import { eq } from 'drizzle-orm';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** The wait of `verify_phone` between two codes. */
const RESEND_MS = 10_000;
const LIMIT = 'user.send_code.limit_reached';
const japanese = (last: number) => ({
  phone: `+8190123456${String(last).padStart(2, '0')}`,
  phone_country_code: 'JP',
});

let server: TestServer | undefined;
afterEach(() => server?.close());

/** Makes an account so old that it no longer counts as a stranger's. */
const weekOld = (memberId: string) =>
  server?.db
    .update(members)
    .set({ createdAt: new Date(server.clock.now().getTime() - 7 * DAY_MS) })
    .where(eq(members.id, memberId));

/** Starts a server with the limits of a real one, but for some changes. */
async function start(changes = '', config: { readonly smsCountries?: readonly string[] } = {}) {
  server = await startTestServer({ config: { messageLimits: messageLimits(changes), ...config } });
  const { clock, outbox } = server;
  const running = server;

  return {
    ...server,
    clock,
    /** A member who may change their number. */
    async prover(profile: Parameters<TestServer['createMember']>[0] = {}) {
      const { id } = await running.createMember(profile);
      const client = await signInClient(running, id, { confirms: true });
      return {
        ...client,
        /** Stores a number and asks for the code that confirms it. */
        async text(phone: object) {
          const stored = await client.call('PUT', '/me', phone);
          expect(stored.status).toBe(200);
          return client.send('verify_phone');
        },
      };
    },
    texted: async () =>
      (await outbox.messages()).filter(({ kind }) => kind === 'sms').map((one) => one.recipient),
  };
}

// @proves 8.67 11.30 11.31
test('sends no code to a third number of one account within an hour, and says when again', async () => {
  const { prover, texted, clock } = await start();
  const stranger = await prover();
  for (const last of [1, 2]) {
    expect((await stranger.text(japanese(last))).status).toBe(200);
    clock.advance(RESEND_MS);
  }
  const refused = await stranger.text(japanese(3));
  expect([refused.status, refused.body.error]).toEqual([429, LIMIT]);
  expect(Number(refused.headers.get('retry-after'))).toBe((HOUR_MS - 2 * RESEND_MS) / 1000);
  expect(await texted()).toEqual([japanese(2).phone, japanese(1).phone]);
  expect((await stranger.text(japanese(2))).status).toBe(200);

  clock.advance(HOUR_MS - 2 * RESEND_MS);
  await stranger.renew();
  await stranger.stepUp('mfa_edit_account');
  expect((await stranger.text(japanese(3))).status).toBe(200);
});

// @proves 11.30 11.33
test('sends no more than the budget, and alarms once, when many ask at the same time', async () => {
  const { prover, texted, log } = await start('sms-members-hour=5');
  const asking = [];
  for (let last = 1; last <= 12; last += 1) {
    const member = await prover();
    await weekOld(member.memberId);
    await member.call('PUT', '/me', japanese(last));
    asking.push(member);
  }
  const answers = await Promise.all(asking.map(({ send }) => send('verify_phone')));
  const sent = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  expect([sent.length, refused.length]).toEqual([5, 7]);
  expect(await texted()).toHaveLength(5);
  expect(log.filter((line) => line.includes('message-budget'))).toHaveLength(1);
});
