import { COMPLETE_PROFILE } from '@portal/shared-contract/testing';
import { type AddressFacts, addressLines } from './address-lines.ts';

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
