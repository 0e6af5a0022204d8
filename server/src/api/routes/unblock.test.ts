import { eq } from 'drizzle-orm';
import { members } from '../../db/schema/members.ts';
import { checkPassword } from '../../domain/credentials.ts';
import { tellOfLock } from '../../domain/getting-in/tell-of-lock.ts';
import { messagesOf } from '../../testing/account-client.ts';
import { DATABASES, startTestServer, type TestServer } from '../../testing/index.ts';
import { publicCaller, refusal } from '../../testing/public-client.ts';

const PASSWORD = 'sakura-mochi-2026';
const DAY_MS = 24 * 60 * 60_000;
const GONE = [422, 'token.not_found'];

describe.each(DATABASES)('unblocking on %s', (database) => {
  let server: TestServer;
  let call: ReturnType<typeof publicCaller>;
  beforeAll(async () => {
    server = await startTestServer({ database });
    call = publicCaller(server);
  });
  afterAll(() => server.close());

  const unblock = (code: string) => call('POST', `/unblock?code=${encodeURIComponent(code)}`);
  const check = (email: string, password: string) =>
    checkPassword(server.context, { email, password });
  async function lockOut(email: string): Promise<void> {
    for (let tries = 0; tries < 5; tries += 1) await check(email, 'wrong');
  }
  async function linkFor(memberId: string): Promise<string> {
    const [letter] = await messagesOf(server, () => tellOfLock(server.context, memberId));
    return /\/unblock\?code=([\w-]{43})/.exec(letter?.text ?? '')?.[1] ?? '';
  }

  test('the link in the mail ends the lock, once, and a used one says that it is done', async () => {
    const { id, email } = await server.createMember({ password: PASSWORD });
    await lockOut(email);
    expect((await check(email, PASSWORD)).kind).toBe('refused');
    const code = await linkFor(id);
    expect((await unblock(code)).body).toEqual({ data: { status: 'unblocked' } });
    expect((await check(email, PASSWORD)).kind).toBe('accepted');
    await lockOut(email);
    expect((await unblock(code)).body).toEqual({ data: { status: 'already_done' } });
    expect((await check(email, PASSWORD)).kind).toBe('refused');
  }, 20_000);

  test('gives the guesses of the day back, too', async () => {
    const { id, email } = await server.createMember({ password: PASSWORD });
    for (let round = 0; round < 4; round += 1) {
      await lockOut(email);
      server.clock.advance(15 * 60_000);
    }
    expect((await check(email, PASSWORD)).kind).toBe('refused');
    expect((await unblock(await linkFor(id))).status).toBe(200);
    expect((await check(email, PASSWORD)).kind).toBe('accepted');
  }, 20_000);

  test('is over after a day, when the address has changed, and for whoever has left', async () => {
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
    await change(left?.id, { cancelledAt: server.clock.now() });
    expect(await linkFor(left?.id ?? '')).toBe('');
  });

  test('a made-up link is refused, and none at all is no call', async () => {
    expect(refusal(await unblock('made-up'))).toEqual(GONE);
    expect(refusal(await call('POST', '/unblock'))).toEqual([422, 'request.invalid']);
    expect((await call('GET', '/unblock?code=x')).status).toBe(404);
  });
});
