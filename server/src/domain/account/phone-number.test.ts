import { COUNTRIES, normalizePhone } from '@portal/shared-contract';
import {
  type CountryCode,
  getExampleNumber,
  isSupportedCountry,
  isValidPhoneNumber,
} from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { readPhoneNumber } from './phone-number.ts';

const EXAMPLES = COUNTRIES.filter((country) => isSupportedCountry(country)).flatMap((country) => {
  const number = getExampleNumber(country as CountryCode, examples);
  return number ? [{ country, number }] : [];
});

test('there are examples of nearly all countries', () => {
  expect(EXAMPLES.length).toBeGreaterThan(235);
});

test.each(EXAMPLES)('the example of $country is read in every spelling', ({ country, number }) => {
  const stored = { ok: true, value: { phone: number.number, country } };
  for (const typed of [number.number, number.formatNational(), number.formatInternational()]) {
    expect(readPhoneNumber(normalizePhone(typed), country)).toEqual(stored);
  }
});

test.each(EXAMPLES)('one digit short or long is none in $country', ({ country, number }) => {
  for (const typed of [number.number.slice(0, -1), `${number.number}0`]) {
    const read = readPhoneNumber(typed, country);
    // In some countries numbers of several lengths exist.
    expect([typed, read.ok]).toEqual([typed, isValidPhoneNumber(typed)]);
    if (read.ok) continue;
    const [key = ''] = read.descriptions?.phone ?? [];
    expect(['length.phone_too_short', 'length.phone_too_long', 'format.phone']).toContain(key);
    if (key === 'length.phone_too_short') expect(typed).toHaveLength(number.number.length - 1);
    if (key === 'length.phone_too_long') expect(typed).toHaveLength(number.number.length + 1);
    expect(read.error).toBe(
      key === 'format.phone' ? 'user.send_code.phone_number_invalid' : 'user.phone.invalid_length',
    );
  }
});

test.each([
  ['+1 650 253 00', 'US', 'length.phone_too_short'],
  ['+1 650 253 00000', 'US', 'length.phone_too_long'],
  ['650253000', 'US', 'length.phone_too_short'],
  ['00012345678', 'JP', 'format.phone'],
  ['09012345678', undefined, 'format.phone'],
  ['+999123456', undefined, 'format.phone'],
])('%s in %s is answered %s', (typed, country, key) => {
  const read = readPhoneNumber(normalizePhone(typed), country);
  expect(read).toMatchObject({ ok: false, descriptions: { phone: [key] } });
});
