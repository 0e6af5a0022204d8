import * as v from 'valibot';
import { CODE_ERRORS, CodeSchema } from './verification-codes.ts';
import { resendSeconds, VERIFICATION_TYPES } from './verification-types.ts';

const keysOf = (schema: v.GenericSchema, value: unknown) =>
  v.safeParse(schema, value).issues?.map(({ message }) => message);

describe('the wait for the next code', () => {
  // @proves 9.2 9.3
  test.each(
    VERIFICATION_TYPES.map(
      (type) => [type, /^verify_email_(by_user|change)$/.test(type) ? 60 : 10] as const,
    ),
  )('after a code of type %s is %i seconds', (type, seconds) => {
    expect(resendSeconds(type)).toBe(seconds);
    expect(resendSeconds(type, true)).toBe(60);
  });
});

test('each type of the specification has its own error code for a wrong code', () => {
  const errors = Object.values(CODE_ERRORS).filter((code) => code !== 'user.code_invalid');
  expect(new Set(errors).size).toBe(errors.length);
});

// @proves 5.16 5.20
test.each([
  ['123456', '123456'],
  ['１２３４５６', '123456'],
  ['123 456', '123456'],
  ['123-456', '123456'],
])('normalises the code %j to %s', (typed, code) => {
  expect(v.parse(CodeSchema, typed)).toBe(code);
});

// @proves 5.20
test.each([
  ['', 'required.code'],
  ['12345', 'format.code'],
  ['1234567', 'format.code'],
  ['12345a', 'format.code'],
])('refuses the code %j with %s', (typed, key) => {
  expect(keysOf(CodeSchema, typed)).toContain(key);
});
