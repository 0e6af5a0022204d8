import * as v from 'valibot';
import { NameSchema, PROFILE_SCHEMAS } from './profile.ts';
import { linesOfText } from './text.ts';

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
    ['👩\u200D👧', '👩\u200D👧'],
    ['葛\u{E0100}城', '葛\u{E0100}城'],
  ])('%j is %j', (typed, stored) => {
    expect(v.parse(NameSchema, typed)).toBe(stored);
  });

  // @proves 5.18
  test('in which nothing is to be seen is none: fillers, joiners, tags and blanks', () => {
    const unseen = [
      '\u3164',
      '\u200B',
      '\u2800',
      '\u00AD',
      '\u034F',
      '\u115F',
      '\u180E',
      '\u{E0041}\u2060 ',
    ];
    expect(unseen.map((typed) => v.parse(NameSchema, typed))).toEqual(unseen.map(() => null));
  });

  // @proves 5.18
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

// @proves 14.400
describe('a text of several lines', () => {
  const schema = linesOfText(5);

  test.each([
    [' a\r\nb\rc ', 'a\nb\nc'],
    ['👩‍👩‍👧‍👦\n👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦\n👩‍👩‍👧‍👦'],
    [' \n ', null],
    [null, null],
  ])('%j is %j', (typed, stored) => {
    expect(v.parse(schema, typed)).toBe(stored);
  });

  test.each([
    ['a\u0000', 'format.characters'],
    ['a\tb', 'format.characters'],
    ['a\u2028b', 'format.characters'],
    ['a\n\u202Eb', 'format.characters'],
    ['\uD800', 'format.characters'],
    ['abcdef', 'length.too_long'],
    ['a\nb\ncd', 'length.too_long'],
  ])('refuses %j with %s', (typed, key) => {
    expect(keysOf(schema, typed)).toEqual([key]);
  });
});

// @proves 3.3
test('a gender is male, female, other or not given', () => {
  const { gender } = PROFILE_SCHEMAS;
  for (const one of ['male', 'female', 'other', null]) expect(v.parse(gender, one)).toBe(one);
  for (const one of ['Female', 'x', '', 1]) expect(v.is(gender, one)).toBe(false);
});
