import * as v from 'valibot';
import { COUNTRIES, CountrySchema } from './country.ts';
import { formatPostalCode } from './format-postal-code.ts';
import { KanaSchema, toKatakana } from './kana.ts';
import { normalizePhone, PhoneSchema } from './phone.ts';
import { JapanesePostalCodeSchema, PostalCodeSchema } from './postal-code.ts';
import { NameSchema } from './profile.ts';

const keysOf = (schema: v.GenericSchema, value: unknown) =>
  v.safeParse(schema, value).issues?.map(({ message }) => message);

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
  ])('%j is kept as typed', (name) => {
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
  ])('%j is refused by %s', (typed, key) => {
    expect(keysOf(NameSchema, typed)).toEqual([key]);
  });
});

describe('kana', () => {
  test.each([
    ['ﾔﾏﾀﾞ', 'ヤマダ'],
    ['やまだ', 'ヤマダ'],
    ['ヤマダ', 'ヤマダ'],
    ['やマﾀﾞ', 'ヤマダ'],
    ['ｳﾞｨｵﾗ', 'ヴィオラ'],
    ['ぱぴぷぺぽ', 'パピプペポ'],
    ['は\u3099', 'バ'],
    ['ｼﾞｮｰｼﾞ', 'ジョージ'],
    ['らーめん', 'ラーメン'],
    ['いすゞ', 'イスヾ'],
    ['ゔ', 'ヴ'],
    ['アン･マリー', 'アン・マリー'],
    ['', ''],
    ['Yamada', 'Yamada'],
  ])('%s becomes %s', (typed, katakana) => {
    expect(toKatakana(typed)).toBe(katakana);
    expect(toKatakana(toKatakana(typed))).toBe(katakana);
  });

  test.each(['Yamada', '山田', 'ヤマダ1', 'ヤマダ😀'])('%s is refused', (typed) => {
    expect(keysOf(KanaSchema, typed)).toEqual(['format.katakana']);
  });

  test('an empty one is cleared', () => {
    expect(v.parse(KanaSchema, ' ')).toBeNull();
  });
});

describe('a postal code', () => {
  test.each([
    ['1000001', '1000001'],
    ['100-0001', '1000001'],
    ['１００−０００１', '1000001'],
    ['100ー0001', '1000001'],
    [' 100 0001 ', '1000001'],
    ['', null],
  ])('%j of Japan is %j', (typed, stored) => {
    expect(v.parse(JapanesePostalCodeSchema, typed)).toBe(stored);
  });

  test.each(['100000', '10000011', 'SW1A 1AA', '〒100'])('%j is none of Japan', (typed) => {
    expect(keysOf(JapanesePostalCodeSchema, typed)).toEqual(['format.postal_code']);
  });

  test('one of another country is kept as typed', () => {
    expect(v.parse(PostalCodeSchema, 'SW1A 1AA')).toBe('SW1A 1AA');
  });

  test.each([
    ['1000001', '100-0001'],
    ['SW1A 1AA', 'SW1A 1AA'],
    ['', ''],
  ])('%j is shown as %j', (code, shown) => {
    expect(formatPostalCode(code)).toBe(shown);
  });
});

describe('a phone number', () => {
  test.each([
    ['090-1234-5678', '09012345678'],
    ['０９０−１２３４−５６７８', '09012345678'],
    ['+81 90 1234 5678', '+819012345678'],
    ['＋８１ ９０ １２３４ ５６７８', '+819012345678'],
    ['(+81) 90-1234-5678', '+819012345678'],
    ['090 1234+5678', '09012345678'],
    ['abc', ''],
  ])('%j is sent as %j', (typed, sent) => {
    expect(normalizePhone(typed)).toBe(sent);
  });

  test.each([
    ['1', 'length.phone_too_short'],
    ['abc', 'length.phone_too_short'],
    ['+', 'length.phone_too_short'],
    ['123456789012345678', 'length.phone_too_long'],
  ])('%j is refused by %s', (typed, key) => {
    expect(keysOf(PhoneSchema, typed)).toEqual([key]);
  });

  test.each([
    ['12', '12'],
    ['12345678901234567', '12345678901234567'],
    ['', null],
    [null, null],
  ])('%j passes as %j', (typed, sent) => {
    expect(v.parse(PhoneSchema, typed)).toBe(sent);
  });
});

test('every country has a name in both languages', () => {
  for (const locale of ['ja', 'en']) {
    const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' });
    for (const country of COUNTRIES) expect([country, names.of(country)]).not.toContain(undefined);
  }
  expect(new Set(COUNTRIES).size).toBe(COUNTRIES.length);
});

test.each([
  ['jp', 'JP'],
  ['', null],
])('the country %j is %j', (typed, stored) => {
  expect(v.parse(CountrySchema, typed)).toBe(stored);
});

test.each(['ZZ', 'JPN', 'Japan'])('%s is no country', (typed) => {
  expect(keysOf(CountrySchema, typed)).toEqual(['required.country']);
});
