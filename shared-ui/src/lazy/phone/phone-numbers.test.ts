import { getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { countryFromIp } from '../profile/use-countries.ts';
import { countriesByName } from './country-names.ts';
import {
  dialCodes,
  formatFinished,
  formatTyped,
  phoneNumberProblem,
  toE164,
} from './phone-numbers.ts';

/** Every country for which libphonenumber has an example number, with that number. */
const EXAMPLES = dialCodes().flatMap(({ iso2, dialCode }) => {
  const example = getExampleNumber(iso2 as Parameters<typeof getExampleNumber>[0], examples);
  return example
    ? [{ iso2, dialCode, national: example.formatNational(), e164: example.number }]
    : [];
});

// @proves 3.48
test('an entry of the list of countries has its ISO code and its dial code', () => {
  for (const entry of dialCodes()) expect(Object.keys(entry).sort()).toEqual(['dialCode', 'iso2']);
  expect(dialCodes()).toContainEqual({ iso2: 'JP', dialCode: '81' });
});

// @proves 3.48
test.each([
  ['ja', '日本', 'フランス'],
  ['en', 'Japan', 'France'],
] as const)('a country is named in the language of the page: %s', (locale, japan, france) => {
  const named = new Map(
    countriesByName(['FR', 'JP'], locale).map(({ iso2, name }) => [iso2, name]),
  );
  expect([named.get('JP'), named.get('FR')]).toEqual([japan, france]);
});

// @proves 3.6 5.32 5.36
test.each(EXAMPLES)('$iso2: accepts $national, formats it so, and stores $e164', (example) => {
  const { iso2, national, e164 } = example;
  const typed = { number: national.replace(/\D/g, ''), country: iso2 };
  expect(phoneNumberProblem(typed)).toBeUndefined();
  expect(formatFinished(formatTyped(typed, 'auto'), 'auto').number).toBe(national);
  expect(toE164(typed).number).toBe(e164);
  // The number typed with + and in full width is the same.
  expect(toE164({ number: e164, country: 'JP' }).number).toBe(e164);
  const wide = e164.replace(/[+\d]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
  expect(toE164({ number: wide, country: 'JP' }).number).toBe(e164);
});

// @proves 5.33
test.each([
  ['auto', '09012345678', '090-1234-5678'],
  ['auto', '+819012345678', '+81 90 1234 5678'],
  ['national', '+819012345678', '090-1234-5678'],
  ['national', '09012345678', '090-1234-5678'],
  ['international', '09012345678', '+81 90 1234 5678'],
  ['international', '+819012345678', '+81 90 1234 5678'],
  ['auto', '0901234', '0901234'],
] as const)('mode %s formats the finished number %s as %s', (mode, number, written) => {
  expect(formatFinished({ number, country: 'JP' }, mode).number).toBe(written);
});

// @proves 13.6
test('a number with + determines its country', () => {
  expect(formatTyped({ number: '+44 7400 123456', country: 'JP' }, 'auto').country).toBe('GB');
  expect(formatTyped({ number: '0791', country: 'JP' }, 'auto').country).toBe('JP');
});

describe('the country by IP', () => {
  const answering = (text: string, status = 200) =>
    countryFromIp('https://ip.example', async () => new Response(text, { status }));

  // @proves 5.34
  test.each([
    ['1;JP;JPN;Japan', 'JP'],
    ['1;FR', 'FR'],
    ['0', undefined],
    ['<html>', undefined],
  ])('reads the answer %s as %s', async (text, country) => {
    expect(await answering(text)).toBe(country);
  });

  test('is undefined if the service fails, cannot be reached or is not configured', async () => {
    expect(await answering('1;JP', 500)).toBeUndefined();
    const down = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await countryFromIp('https://ip.example', down)).toBeUndefined();
    expect(await countryFromIp(undefined)).toBeUndefined();
  });
});
