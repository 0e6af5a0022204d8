import * as v from 'valibot';
import { KanaSchema, toKatakana } from './kana.ts';

const keysOf = (schema: v.GenericSchema, value: unknown) =>
  v.safeParse(schema, value).issues?.map(({ message }) => message);

// @proves 5.17
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
])('converts %s to %s', (typed, katakana) => {
  expect(toKatakana(typed)).toBe(katakana);
  expect(toKatakana(toKatakana(typed))).toBe(katakana);
});

// @proves 5.17
test.each(['Yamada', '山田', 'ヤマダ1', 'ヤマダ😀'])('refuses %s', (typed) => {
  expect(keysOf(KanaSchema, typed)).toEqual(['format.katakana']);
});

test('an empty text becomes null', () => {
  expect(v.parse(KanaSchema, ' ')).toBeNull();
});
