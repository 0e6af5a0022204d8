import { COUNTRIES, normalizePhone } from '@portal/shared-contract';
import {
  type CountryCode,
  getExampleNumber,
  isSupportedCountry,
  isValidPhoneNumber,
} from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { readPhoneNumber, takesTexts } from './phone-number.ts';

const EXAMPLES = COUNTRIES.filter((country) => isSupportedCountry(country)).flatMap((country) => {
  const number = getExampleNumber(country as CountryCode, examples);
  return number ? [{ country, number }] : [];
});

test('has an example number for nearly every country', () => {
  expect(EXAMPLES.length).toBeGreaterThan(235);
});

// @proves 3.6 5.36 13.6
test.each(EXAMPLES)(
  'reads the example number of $country in every format',
  ({ country, number }) => {
    const stored = { ok: true, value: { phone: number.number, country } };
    for (const typed of [number.number, number.formatNational(), number.formatInternational()]) {
      expect(readPhoneNumber(normalizePhone(typed), country)).toEqual(stored);
    }
  },
);

// @proves 5.36 5.37
test.each(EXAMPLES)(
  'refuses a number of $country with a digit too few or too many',
  ({ country, number }) => {
    for (const typed of [number.number.slice(0, -1), `${number.number}0`]) {
      const read = readPhoneNumber(typed, country);
      // Some countries have numbers of several lengths.
      expect([typed, read.ok]).toEqual([typed, isValidPhoneNumber(typed)]);
      if (read.ok) continue;
      const [key = ''] = read.descriptions?.phone ?? [];
      expect(['length.phone_too_short', 'length.phone_too_long', 'format.phone']).toContain(key);
      if (key === 'length.phone_too_short') expect(typed).toHaveLength(number.number.length - 1);
      if (key === 'length.phone_too_long') expect(typed).toHaveLength(number.number.length + 1);
      expect(read.error).toBe(
        key === 'format.phone'
          ? 'user.send_code.phone_number_invalid'
          : 'user.phone.invalid_length',
      );
    }
  },
);

// @proves 5.36
test.each([
  ['+1 650 253 00', 'US', 'length.phone_too_short'],
  ['+1 650 253 00000', 'US', 'length.phone_too_long'],
  ['650253000', 'US', 'length.phone_too_short'],
  ['00012345678', 'JP', 'format.phone'],
  ['09012345678', undefined, 'format.phone'],
  ['+999123456', undefined, 'format.phone'],
])('refuses %s in %s with %s', (typed, country, key) => {
  const read = readPhoneNumber(normalizePhone(typed), country);
  expect(read).toMatchObject({ ok: false, descriptions: { phone: [key] } });
});

// @proves 11.32
test.each(EXAMPLES)('takes the mobile number of $country for text messages', ({ number }) => {
  expect(takesTexts(number.number)).toBe(true);
});
