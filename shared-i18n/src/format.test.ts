import { LOCALES } from '@portal/shared-contract';
import { activateLocale, loadCatalog } from './catalogs.ts';
import { formatDate, formatName, formatNumber, formatPrice, publishedDate } from './format.ts';

beforeAll(async () => {
  for (const locale of LOCALES) activateLocale(locale, [await loadCatalog(locale)]);
});

// @proves 3.17 9.13
test.each([
  ['a date stays as written', '2026-03-01', '2026.03.01'],
  ['a moment has its date in Japan', '2026-02-28T15:00:00Z', '2026.03.01'],
  ['a moment before midnight in Japan', '2026-02-28T14:59:59Z', '2026.02.28'],
  ['a leap day', '2028-02-29', '2028.02.29'],
  ['a moment with an offset', '2026-01-01T00:30:00+09:00', '2026.01.01'],
  ['nothing for what is no date', 'soon', ''],
])('%s', (_why, value, shown) => {
  expect(publishedDate(value)).toBe(shown);
});

// @proves 9.60
test.each([
  ['ja', '2026-11-23', '2026年11月23日（月）'],
  ['en', '2026-11-23', 'Mon 23 Nov 2026'],
  ['ja', '2028-02-29', '2028年2月29日（火）'],
  ['en', '2026-02-28T15:00:00Z', 'Sun 1 Mar 2026'],
  ['ja', 'soon', ''],
] as const)('in %s, %s is written %s', (locale, value, shown) => {
  activateLocale(locale);
  expect(formatDate(value)).toBe(shown);
});

// @proves 9.60
test('a price is in yen as the language writes it', () => {
  activateLocale('ja');
  expect(formatPrice(9800)).toBe('9,800円');
  activateLocale('en');
  expect(formatPrice(19600)).toBe('¥19,600');
});

// @proves 13.9 13.10
test.each([
  ['ja', false, '山田 花子'],
  ['ja', true, '山田 花子 様'],
  ['en', false, '山田 花子'],
  ['en', true, '山田 花子'],
] as const)('formats a name in %s, with polite set to %s', (locale, polite, shown) => {
  activateLocale(locale);
  expect(formatName({ last_name: '山田', first_name: '花子' }, { polite })).toBe(shown);
});

// @proves 13.9
test.each([
  ['Yamada', 'Hanako', 'Hanako Yamada'],
  ['やまだ', 'はなこ', 'やまだ はなこ'],
  ['ヤマダ', 'ハナコ', 'ヤマダ ハナコ'],
  ['ﾔﾏﾀﾞ', 'ﾊﾅｺ', 'ﾔﾏﾀﾞ ﾊﾅｺ'],
  ['佐々木', 'Anna', '佐々木 Anna'],
  ['Müller', 'Zoë', 'Zoë Müller'],
])('English shows %s, %s as %s', (last_name, first_name, shown) => {
  expect(formatName({ last_name, first_name }, { locale: 'en' })).toBe(shown);
});

test('an unknown name is empty and has no honorific', () => {
  activateLocale('ja');
  expect(formatName({ last_name: null, first_name: null }, { polite: true })).toBe('');
  expect(formatName({ last_name: '山田', first_name: null }, { polite: true })).toBe('山田 様');
});

test('a number is formatted with the separators of the language', () => {
  expect(formatNumber(1234567)).toBe('1,234,567');
});
