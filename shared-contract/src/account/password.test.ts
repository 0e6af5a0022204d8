import * as v from 'valibot';
import { NewPasswordSchema } from './password.ts';

const keysOf = (schema: v.GenericSchema, value: unknown) =>
  v.safeParse(schema, value).issues?.map(({ message }) => message);

// @proves 5.41
test.each([
  ['x'.repeat(7), 'password.too_short'],
  ['x'.repeat(129), 'password.too_long'],
  ['😀'.repeat(7), 'password.too_short'],
  ['', 'required.password'],
])('refuses the password %j with %s', (typed, key) => {
  expect(keysOf(NewPasswordSchema, typed)).toEqual([key]);
});

// @proves 5.41
test.each(['x'.repeat(8), 'x'.repeat(128), '😀'.repeat(128), '   spaces   ', 'パスワードです。'])(
  'accepts the password %j',
  (typed) => {
    expect(v.parse(NewPasswordSchema, typed)).toBe(typed);
  },
);
