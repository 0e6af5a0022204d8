import * as v from 'valibot';
import { VERIFICATION_TYPES } from '../errors.ts';
import { CODE_ERRORS, CodeSchema, resendSeconds } from './codes.ts';
import { EmailSchema } from './email.ts';
import { NewPasswordSchema } from './password.ts';
import { firstSteps, mayRemove, secondSteps, type WaysIn, waysInWithout } from './ways-in.ts';

const keysOf = (schema: v.GenericSchema, value: unknown) =>
  v.safeParse(schema, value).issues?.map(({ message }) => message);

describe('the wait for the next code', () => {
  test.each(
    VERIFICATION_TYPES.map(
      (type) => [type, /^verify_email_(by_user|change)$/.test(type) ? 60 : 10] as const,
    ),
  )('after %s is %i s', (type, seconds) => {
    expect(resendSeconds(type)).toBe(seconds);
    expect(resendSeconds(type, true)).toBe(60);
  });
});

test('each type of code has its own word for a wrong one', () => {
  const errors = Object.values(CODE_ERRORS);
  expect(new Set(errors).size).toBe(errors.length);
});

test.each([
  ['123456', '123456'],
  ['１２３４５６', '123456'],
  ['123 456', '123456'],
  ['123-456', '123456'],
])('the code %j is read as %s', (typed, code) => {
  expect(v.parse(CodeSchema, typed)).toBe(code);
});

test.each([
  ['', 'required.code'],
  ['12345', 'format.code'],
  ['1234567', 'format.code'],
  ['12345a', 'format.code'],
])('the code %j is refused by %s', (typed, key) => {
  expect(keysOf(CodeSchema, typed)).toContain(key);
});

test.each([
  ['hanako@example.com', 'hanako@example.com'],
  [' ｈａｎａｋｏ＠ｅｘａｍｐｌｅ．ｃｏｍ ', 'hanako@example.com'],
  ['はなこ@例え.jp', 'はなこ@例え.jp'],
])('the address %j is read as %s', (typed, email) => {
  expect(v.parse(EmailSchema, typed)).toBe(email);
});

test.each([
  'hanako',
  'hanako@localhost',
  'a b@example.com',
  'a@b@example.com',
  'a@example.com\r\nBcc: b@example.com',
  'a,b@example.com',
])('%j is no address', (typed) => {
  expect(keysOf(EmailSchema, typed)).toContain('format.email');
});

test.each([
  ['x'.repeat(7), 'password.too_short'],
  ['x'.repeat(129), 'password.too_long'],
  ['😀'.repeat(7), 'password.too_short'],
  ['', 'required.password'],
])('the password %j is refused by %s', (typed, key) => {
  expect(keysOf(NewPasswordSchema, typed)).toEqual([key]);
});

test.each(['x'.repeat(8), 'x'.repeat(128), '😀'.repeat(128), '   spaces   ', 'パスワードです。'])(
  'the password %j is one',
  (typed) => {
    expect(v.parse(NewPasswordSchema, typed)).toBe(typed);
  },
);

describe('ways in', () => {
  const none: WaysIn = {
    password: false,
    line: false,
    passkeys: 0,
    second_step: {
      enabled: false,
      channel: 'email',
      email: 'h***o@example.com',
      sms: null,
      totp: false,
      recovery_codes_left: 0,
    },
  };

  test.each([
    ['LINE alone', { line: true }, 'line', false],
    ['LINE beside a password', { line: true, password: true }, 'line', true],
    ['LINE beside a passkey', { line: true, passkeys: 1 }, 'line', true],
    ['the only passkey', { passkeys: 1 }, 'passkey', false],
    ['one of two passkeys', { passkeys: 2 }, 'passkey', true],
    ['a passkey beside LINE', { passkeys: 1, line: true }, 'passkey', true],
    ['an app', { password: true }, 'totp', true],
    ['the second step', { password: true }, 'two_step', true],
  ] as const)('%s', (_why, ways, removal, allowed) => {
    expect(mayRemove({ ...none, ...ways }, removal)).toBe(allowed);
  });

  test('are listed as they are offered', () => {
    const all: WaysIn = {
      password: true,
      line: true,
      passkeys: 1,
      second_step: {
        ...none.second_step,
        enabled: true,
        channel: 'sms',
        sms: '***5678',
        totp: true,
        recovery_codes_left: 3,
      },
    };
    expect(firstSteps(all)).toEqual(['password', 'line', 'passkey']);
    expect(secondSteps(all)).toEqual(['sms', 'email', 'totp', 'passkey', 'recovery_code']);
    expect(secondSteps(waysInWithout(all, 'two_step'))).toEqual([]);
    expect(secondSteps({ ...all, second_step: { ...all.second_step, enabled: false } })).toEqual(
      [],
    );
  });
});
