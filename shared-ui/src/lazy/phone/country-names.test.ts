import { COUNTRIES } from '@portal/shared-contract';
import { countriesByName } from './country-names.ts';

// @proves 13.60
test('in Japanese the countries written in kanji stand among the others, by their reading', () => {
  const names = countriesByName(COUNTRIES, 'ja').map(({ iso2 }) => iso2);
  expect(names[0]).toBe('JP');
  for (const [before, code, after] of [
    ['CM', 'KR', 'KH'],
    ['TH', 'TW', 'TJ'],
    ['TD', 'CN', 'TN'],
    ['PT', 'HK', 'HN'],
    ['FM', 'ZA', 'MM'],
  ] as const) {
    const [first, middle, last] = [before, code, after].map((iso2) => names.indexOf(iso2));
    expect(first).toBeGreaterThan(0);
    expect(middle).toBeGreaterThan(first as number);
    expect(last).toBeGreaterThan(middle as number);
  }
});

// @proves 13.60
test('every country whose Japanese name starts with a kanji has a reading', () => {
  const countries = countriesByName(COUNTRIES, 'ja').slice(1);
  const lastKana = countries.findLastIndex(({ name }) => !/^\p{Script=Han}/u.test(name));
  expect(countries.slice(lastKana + 1)).toEqual([]);
});
