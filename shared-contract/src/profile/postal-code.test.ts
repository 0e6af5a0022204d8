import * as v from 'valibot';
import { formatPostalCode } from './format-postal-code.ts';
import { JapanesePostalCodeSchema, PostalCodeSchema } from './postal-code.ts';

const keysOf = (schema: v.GenericSchema, value: unknown) =>
  v.safeParse(schema, value).issues?.map(({ message }) => message);

// @proves 5.16 5.21
test.each([
  ['1000001', '1000001'],
  ['100-0001', '1000001'],
  ['１００−０００１', '1000001'],
  ['100ー0001', '1000001'],
  [' 100 0001 ', '1000001'],
  ['', null],
])('normalises the Japanese code %j to %j', (typed, stored) => {
  expect(v.parse(JapanesePostalCodeSchema, typed)).toBe(stored);
});

// @proves 5.21
test.each(['100000', '10000011', 'SW1A 1AA', '〒100'])('refuses %j as a Japanese code', (typed) => {
  expect(keysOf(JapanesePostalCodeSchema, typed)).toEqual(['format.postal_code']);
});

test('keeps a code of another country as typed', () => {
  expect(v.parse(PostalCodeSchema, 'SW1A 1AA')).toBe('SW1A 1AA');
});

// @proves 3.23
test.each([
  ['1000001', '100-0001'],
  ['SW1A 1AA', 'SW1A 1AA'],
  ['', ''],
])('formats %j as %j', (code, shown) => {
  expect(formatPostalCode(code)).toBe(shown);
});
