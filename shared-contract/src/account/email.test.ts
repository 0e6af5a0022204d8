import * as v from 'valibot';
import { EmailSchema } from './email.ts';

const keysOf = (schema: v.GenericSchema, value: unknown) =>
  v.safeParse(schema, value).issues?.map(({ message }) => message);

test.each([
  ['hanako@example.com', 'hanako@example.com'],
  [' ｈａｎａｋｏ＠ｅｘａｍｐｌｅ．ｃｏｍ ', 'hanako@example.com'],
  ['はなこ@例え.jp', 'はなこ@例え.jp'],
])('normalises the address %j to %s', (typed, email) => {
  expect(v.parse(EmailSchema, typed)).toBe(email);
});

test.each([
  'hanako',
  'hanako@localhost',
  'a b@example.com',
  'a@b@example.com',
  'a@example.com\r\nBcc: b@example.com',
  'a,b@example.com',
])('rejects %j as an address', (typed) => {
  expect(keysOf(EmailSchema, typed)).toContain('format.email');
});
