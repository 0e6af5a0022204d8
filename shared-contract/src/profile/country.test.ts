import * as v from 'valibot';
import { COUNTRIES, CountrySchema } from './country.ts';

const keysOf = (schema: v.GenericSchema, value: unknown) =>
  v.safeParse(schema, value).issues?.map(({ message }) => message);

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
])('normalises the country %j to %j', (typed, stored) => {
  expect(v.parse(CountrySchema, typed)).toBe(stored);
});

// @proves 3.5
test.each(['ZZ', 'JPN', 'Japan'])('rejects %s as a country', (typed) => {
  expect(keysOf(CountrySchema, typed)).toEqual(['required.country']);
});
