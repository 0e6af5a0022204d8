import { formatPostalCode } from '@portal/shared-contract';
import { formatBirthday, formatCountry } from './format-personal.ts';

test.each([
  ['1990-04-05', 'ja', '1990年4月5日'],
  ['1990-04-05', 'en', 'April 5, 1990'],
  ['2000-02-29', 'ja', '2000年2月29日'],
  ['1900-01-01', 'en', 'January 1, 1900'],
] as const)('the date of birth %s in %s is %s', (date, locale, shown) => {
  expect(formatBirthday(date, locale)).toBe(shown);
});

test.each([
  ['JP', 'ja', '日本'],
  ['JP', 'en', 'Japan'],
  ['FR', 'ja', 'フランス'],
  ['not a code', 'en', 'not a code'],
] as const)('the country %s in %s is %s', (code, locale, shown) => {
  expect(formatCountry(code, locale)).toBe(shown);
});

test.each([
  ['1000001', '100-0001'],
  ['100-0001', '100-0001'],
  ['75005', '75005'],
  ['SW1A 1AA', 'SW1A 1AA'],
])('formats the postal code %s as %s', (stored, shown) => {
  expect(formatPostalCode(stored)).toBe(shown);
});
