import { sharedServer } from '@portal/server-testing';
import { DATABASES } from '@portal/server-testing/databases';
import { createMember, findMemberByEmail, findMemberById, normalizeEmail } from './members.ts';

// @proves 13.8
test.each([
  ['hanako@example.com', 'hanako@example.com'],
  [' Hanako@Example.COM ', 'hanako@example.com'],
  ['ｈａｎａｋｏ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'hanako@example.com'],
  ['はなこ@例え.jp', 'はなこ@xn--r8jz45g.jp'],
  ["o'hara+news@example.com", "o'hara+news@example.com"],
  ['', undefined],
  ['@example.com', undefined],
  ['hanako@', undefined],
  ['hanako', undefined],
  ['ha nako@example.com', undefined],
  ['hanako@exam ple.com', undefined],
  ['a@b@example.com', undefined],
  ['hanako@example.com\r\nBcc: other@example.com', undefined],
  ['a,b@example.com', undefined],
  ['<hanako@example.com>', undefined],
  [`${'a'.repeat(250)}@example.com`, undefined],
])('normalizes %j to %j', (typed, normalized) => {
  expect(normalizeEmail(typed)).toBe(normalized);
});

describe.each(DATABASES)('members on %s', (database) => {
  const server = sharedServer({ database });

  test('finds a member by id and by any spelling of the address', async () => {
    const { id } = await server.createMember({ email: 'Hanako@Example.com' });
    for (const email of ['hanako@example.com', ' HANAKO@example.com']) {
      expect(await findMemberByEmail(server.context, email)).toMatchObject({ id });
    }
    expect(await findMemberById(server.context, id)).toMatchObject({ email: 'Hanako@Example.com' });
    expect(await findMemberById(server.context, "' or 1=1 --")).toBeUndefined();
    expect(await findMemberByEmail(server.context, 'no address')).toBeUndefined();
  });

  test('creates one member when twenty sign up with one address at once', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, () =>
        createMember(server.context, { email: 'wanted@example.com' }),
      ),
    );
    expect(results.filter((result) => result === 'email_taken')).toHaveLength(19);
  });
});
