import { createHash } from 'node:crypto';
import { credentials } from '@portal/server-members/schema/members';
import { rateLimits } from '@portal/server-platform/database/schema/platform';
import { sharedServer } from '@portal/server-testing';
import { eq } from 'drizzle-orm';
import { checkPassword } from './credentials.ts';

const PASSWORD = 'sakura-mochi-2026';

const server = sharedServer();

const check = (email: string, password: string) =>
  checkPassword(server.context, { email, password });

// @proves 5.41 13.8
test('accepts the password with any spelling of the address and any width of the letters', async () => {
  const { id } = await server.createMember({ email: 'hanako@example.com', password: PASSWORD });
  const accepted = { kind: 'accepted', memberId: id };
  expect(await check('hanako@example.com', PASSWORD)).toEqual(accepted);
  expect(await check(' Ｈanako@EXAMPLE.com ', PASSWORD)).toEqual(accepted);
  expect(await check('hanako@example.com', 'ｓａｋｕｒａ-ｍｏｃｈｉ-２０２６')).toEqual(accepted);
  expect(await check('hanako@example.com', `${PASSWORD} `)).toMatchObject({ kind: 'refused' });
});

// @proves 10.20
test('gives the same refusal for a wrong password, an unknown address, no password and no address', async () => {
  await server.createMember({ email: 'line-only@example.com' });
  for (const email of ['hanako@example.com', 'nobody@example.com', 'line-only@example.com', '@']) {
    expect(await check(email, 'wrong')).toMatchObject({ kind: 'refused' });
  }
});

// @proves 10.19 10.24
test('checks at most five of many parallel attempts, and refuses the others as busy', async () => {
  const email = 'guessed@example.com';
  const { id } = await server.createMember({ email, password: PASSWORD });
  const verdicts = await Promise.all(Array.from({ length: 50 }, () => check(email, 'wrong')));
  const kinds = verdicts.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'busy')).toHaveLength(50 - 18);
  expect(kinds.filter((kind) => kind === 'refused')).toHaveLength(18);
  const [tried] = await server.db
    .select({ hits: rateLimits.hits })
    .from(rateLimits)
    .where(eq(rateLimits.key, `guess:${createHash('sha256').update(id).digest('hex')}`));
  expect(tried).toEqual({ hits: 5 });
  expect(await check(email, PASSWORD)).toMatchObject({ kind: 'refused' });
});

// @proves 12.22
test('stores an Argon2id hash with the cost that OWASP recommends', async () => {
  const { id } = await server.createMember({ email: 'stored@example.com', password: PASSWORD });
  const [stored] = await server.db.select().from(credentials).where(eq(credentials.memberId, id));
  expect(stored?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('takes an address as a value, and never as a part of a query', async () => {
  const email = "o'hara@example.com";
  const { id } = await server.createMember({ email, password: PASSWORD });
  expect(await check(email, PASSWORD)).toEqual({ kind: 'accepted', memberId: id });
  expect(await check("'or'1'='1@example.com", PASSWORD)).toMatchObject({ kind: 'refused' });
});
