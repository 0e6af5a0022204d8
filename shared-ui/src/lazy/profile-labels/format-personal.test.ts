import { formatPostalCode } from '@portal/shared-contract';
import { formatCountry } from './format-personal.ts';

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
