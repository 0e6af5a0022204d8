import * as v from 'valibot';
import { NameSchema } from './profile.ts';

const keysOf = (schema: v.GenericSchema, value: unknown) =>
  v.safeParse(schema, value).issues?.map(({ message }) => message);

// @proves 5.19
describe('a name', () => {
  test.each([
    ['山田'],
    ["O'Brien-Smith"],
    ['José'],
    ['Jose\u0301'],
    ['محمد'],
    ['דוד'],
    ['👩‍👩‍👧‍👦'],
    ['𠮷野家'],
    ['ก็'],
    ['한글'],
    ['a'.repeat(100)],
    ['👩‍👩‍👧‍👦'.repeat(50)],
  ])('keeps %j as typed', (name) => {
    expect(v.parse(NameSchema, name)).toBe(name);
  });

  test.each([
    ['', null],
    ['  ', null],
    ['\u3000', null],
    [null, null],
    [' 山田 ', '山田'],
  ])('%j is %j', (typed, stored) => {
    expect(v.parse(NameSchema, typed)).toBe(stored);
  });

  test.each([
    ['a\u0000b', 'format.characters'],
    ['a\nb', 'format.characters'],
    ['a\u2028b', 'format.characters'],
    ['a\u202Eb', 'format.characters'],
    ['a\u2066b', 'format.characters'],
    ['\uD800', 'format.characters'],
    ['a'.repeat(101), 'length.too_long'],
    ['a'.repeat(10_000), 'length.too_long'],
    [`a${'\u0301'.repeat(1000)}`, 'length.too_long'],
  ])('refuses %j with %s', (typed, key) => {
    expect(keysOf(NameSchema, typed)).toEqual([key]);
  });
});
