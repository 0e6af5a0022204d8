import { members } from '@portal/server-members/schema/members';
import { sharedServer } from '@portal/server-testing';
import { messagesOf } from '@portal/server-testing/account-client';
import { publicCaller, refusal } from '@portal/server-testing/public-client';
import { eq } from 'drizzle-orm';
import { sendLockEmail } from '../mail-links/mail-links.ts';
import { checkPassword } from '../password/credentials.ts';

const PASSWORD = 'sakura-mochi-2026';
const DAY_MS = 24 * 60 * 60_000;
const GONE = [422, 'token.not_found'];

const server = sharedServer();
let call: ReturnType<typeof publicCaller>;
beforeAll(async () => {
  call = publicCaller(server);
});

const unblock = (code: string) => call('POST', `/unblock?code=${encodeURIComponent(code)}`);
const check = (email: string, password: string) =>
  checkPassword(server.context, { email, password });
async function lockOut(email: string): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) await check(email, 'wrong');
}
async function linkFor(memberId: string): Promise<string> {
  const [letter] = await messagesOf(server, () => sendLockEmail(server.context, memberId));
  return /\/unblock#code=([\w-]{43})/.exec(letter?.text ?? '')?.[1] ?? '';
}

// @proves 7.36 10.19 10.21 12.6
test('ends the lock by the link in the message, once, and a used link answers that it was used', async () => {
  const { id, email } = await server.createMember({ password: PASSWORD });
  await lockOut(email);
  expect((await check(email, PASSWORD)).kind).toBe('refused');
  const code = await linkFor(id);
  expect((await unblock(code)).body).toEqual({
    data: { status: 'unblocked', device_token: expect.any(String) },
  });
  expect((await check(email, PASSWORD)).kind).toBe('accepted');
  await lockOut(email);
  expect((await unblock(code)).body).toEqual({ data: { status: 'already_done' } });
  expect((await check(email, PASSWORD)).kind).toBe('refused');
});

// @proves 8.19 9.26
test('refuses the link after a day, after a change of address, and for a closed account', async () => {
  const [late, moved, left] = await Promise.all([1, 2, 3].map(() => server.createMember({})));
  const code = await linkFor(late?.id ?? '');
  server.clock.advance(DAY_MS);
  expect(refusal(await unblock(code))).toEqual(GONE);

  const change = async (id = '', values: Partial<typeof members.$inferInsert> = {}) => {
    const link = await linkFor(id);
    await server.db.update(members).set(values).where(eq(members.id, id));
    expect(refusal(await unblock(link))).toEqual(GONE);
  };
  await change(moved?.id, { email: 'moved@example.com' });
  await change(left?.id, { closedAt: server.clock.now() });
  expect(await linkFor(left?.id ?? '')).toBe('');
});
