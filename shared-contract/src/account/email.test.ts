import * as v from 'valibot';
import { EmailSchema } from './email.ts';

const keysOf = (schema: v.GenericSchema, value: unknown) =>
  v.safeParse(schema, value).issues?.map(({ message }) => message);

test.each([
  ['hanako@example.com', 'hanako@example.com'],
  [' ｈａｎａｋｏ＠ｅｘａｍｐｌｅ．ｃｏｍ ', 'hanako@example.com'],
  ['はなこ@例え.jp', 'はなこ@例え.jp'],
  // An invisible space and a mark of direction, and the full stops of Japanese keyboards.
  ['ha\u200Bnako\u200F@example.com', 'hanako@example.com'],
  ['hanako@example。com', 'hanako@example.com'],
  ['hanako@example｡co｡jp', 'hanako@example.co.jp'],
  ['hanako..h.@docomo.example', 'hanako..h.@docomo.example'],
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
  'd@gmail..com',
  'e@gmail…com',
  'f@.gmail.com',
  'g@-gmail.com',
  'g@gmail-.com',
  'h@gmail.com.',
  `${'a'.repeat(65)}@gmail.com`,
  `i@${'a'.repeat(64)}.com`,
])('rejects %j as an address', (typed) => {
  expect(keysOf(EmailSchema, typed)).toContain('format.email');
});
