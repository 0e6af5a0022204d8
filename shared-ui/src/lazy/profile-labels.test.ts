import { formatPostalCode } from '@portal/shared-contract';
import { COMPLETE_PROFILE } from '@portal/shared-contract/testing';
import { type AddressFacts, addressLines, countryName, formatPhone } from './profile-labels.ts';

const tokyo: AddressFacts = COMPLETE_PROFILE;
const paris: AddressFacts = {
  country: 'FR',
  postal_code: '75005',
  prefecture: null,
  prefecture_name: 'Île-de-France',
  city: 'Paris',
  address: '11 rue Pierre et Marie Curie',
};
const nothing: AddressFacts = {
  country: null,
  postal_code: null,
  prefecture: null,
  prefecture_name: null,
  city: null,
  address: null,
};

test.each([
  ['ja', tokyo, ['〒100-0001', '東京都千代田区千代田1-1']],
  ['en', tokyo, ['千代田1-1', '千代田区, Tokyo 100-0001']],
  ['ja', paris, ['11 rue Pierre et Marie Curie', 'Paris, Île-de-France 75005']],
  ['en', paris, ['11 rue Pierre et Marie Curie', 'Paris, Île-de-France 75005']],
  ['ja', { ...tokyo, postal_code: null }, ['東京都千代田区千代田1-1']],
  ['en', { ...tokyo, address: null, city: null }, ['Tokyo 100-0001']],
  ['en', { ...paris, prefecture_name: null, postal_code: '' }, [paris.address, 'Paris']],
  ['ja', nothing, []],
  ['en', nothing, []],
] as const)('in %s: %o reads %o', (locale, address, lines) => {
  expect(addressLines(address, locale)).toEqual(lines);
});

test.each([
  ['JP', 'ja', '日本'],
  ['JP', 'en', 'Japan'],
  ['FR', 'ja', 'フランス'],
  ['not a code', 'en', 'not a code'],
] as const)('the country %s in %s is %s', (code, locale, shown) => {
  expect(countryName(code, locale)).toBe(shown);
});

test.each([
  ['1000001', '100-0001'],
  ['100-0001', '100-0001'],
  ['75005', '75005'],
  ['SW1A 1AA', 'SW1A 1AA'],
])('formats the postal code %s as %s', (stored, shown) => {
  expect(formatPostalCode(stored)).toBe(shown);
});

test.each([
  ['+819012345678', '090-1234-5678', 'a Japanese mobile'],
  ['+818012345678', '080-1234-5678', 'a Japanese mobile'],
  ['+815012345678', '050-1234-5678', 'a Japanese IP phone'],
  ['+81312345678', '03-1234-5678', 'a Tokyo landline'],
  ['+81111234567', '011-123-4567', 'a Sapporo landline'],
  ['+81120123456', '0120-123-456', 'a Japanese toll-free number'],
  ['+33612345678', '+33 6 12 34 56 78', 'a French mobile'],
  ['+12133734253', '+1 213 373 4253', 'an American number'],
  ['+8190123', '+8190123', 'a number that is too short'],
  ['not a number', 'not a number', 'something that is no number'],
])('formats %s as %s (%s)', async (stored, shown) => {
  expect(await formatPhone(stored)).toBe(shown);
});
