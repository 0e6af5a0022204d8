import { getExampleNumber, isValidPhoneNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { meantBefore, placeAfter } from './caret.ts';
import { countryFromIp } from './country-from-ip.ts';
import { countryWords, searchable } from './country-names.ts';
import {
  dialCodes,
  formatFinished,
  formatStored,
  formatTyped,
  phoneNumberProblem,
  toE164,
} from './phone-numbers.ts';

const COUNTRIES = dialCodes().map(({ iso2 }) => iso2);

/** Every country that libphonenumber knows an example of, with that number. */
const EXAMPLES = dialCodes().flatMap(({ iso2, dialCode }) => {
  const example = getExampleNumber(iso2 as Parameters<typeof getExampleNumber>[0], examples);
  return example
    ? [{ iso2, dialCode, national: example.formatNational(), e164: example.number }]
    : [];
});

test('an example is known of every country but a few', () => {
  expect(COUNTRIES.length).toBeGreaterThan(240);
  expect(COUNTRIES.length - EXAMPLES.length).toBeLessThanOrEqual(2);
});

test.each(EXAMPLES)('$iso2: $national is accepted, written so, and stored as $e164', (example) => {
  const { iso2, national, e164 } = example;
  const typed = { number: national.replace(/\D/g, ''), country: iso2 };
  expect(phoneNumberProblem(typed)).toBeUndefined();
  expect(formatFinished(formatTyped(typed, 'auto'), 'auto').number).toBe(national);
  expect(toE164(typed).number).toBe(e164);
  // Typed with +, and in full width, it is the same number.
  expect(toE164({ number: e164, country: 'JP' }).number).toBe(e164);
  const wide = e164.replace(/[+\d]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
  expect(toE164({ number: wide, country: 'JP' }).number).toBe(e164);
});

test.each(EXAMPLES)(
  '$iso2: a digit less or more is refused in the right words',
  ({ e164, iso2 }) => {
    const problemOf = (number: string) => phoneNumberProblem({ number, country: iso2 });
    // In plans of many lengths the neighbour may be somebody's number.
    const refusedAs = (number: string, key: string) =>
      isValidPhoneNumber(number) ? undefined : key;
    const [short, long] = [e164.slice(0, -1), `${e164}5`];
    expect(problemOf(short)).toBe(refusedAs(short, 'length.phone_too_short'));
    expect(problemOf(long)).toBe(refusedAs(long, 'length.phone_too_long'));
  },
);

test('hardly any country has a number that is a digit away from its example', () => {
  const neighbours = EXAMPLES.filter(
    ({ e164 }) => isValidPhoneNumber(e164.slice(0, -1)) || isValidPhoneNumber(`${e164}5`),
  );
  expect(neighbours.length).toBeLessThan(EXAMPLES.length / 8);
});

test.each([
  ['090-1234-567', 'JP', 'length.phone_too_short'],
  ['090-1234-56789', 'JP', 'length.phone_too_long'],
  ['1', 'JP', 'length.phone_too_short'],
  ['123456789012345678', 'JP', 'length.phone_too_long'],
  ['040-1234-5678', 'JP', 'format.phone'],
  ['', 'JP', undefined],
  ['０９０−１２３４−５６７８', 'JP', undefined],
  ['＋８１ ９０ １２３４ ５６７８', 'FR', undefined],
] as const)('%s in %s: %s', (number, country, problem) => {
  expect(phoneNumberProblem({ number, country })).toBe(problem);
});

test.each([
  ['auto', '09012345678', '090-1234-5678'],
  ['auto', '+819012345678', '+81 90 1234 5678'],
  ['national', '+819012345678', '090-1234-5678'],
  ['national', '09012345678', '090-1234-5678'],
  ['international', '09012345678', '+81 90 1234 5678'],
  ['international', '+819012345678', '+81 90 1234 5678'],
  ['auto', '0901234', '0901234'],
] as const)('mode %s: a finished %s is written %s', (mode, number, written) => {
  expect(formatFinished({ number, country: 'JP' }, mode).number).toBe(written);
});

test('a number with + is of the country it names', () => {
  expect(formatTyped({ number: '+44 7400 123456', country: 'JP' }, 'auto').country).toBe('GB');
  expect(formatTyped({ number: '0791', country: 'JP' }, 'auto').country).toBe('JP');
});

test('a stored number is shown as at home, or with its country', () => {
  expect(formatStored('+819012345678', 'JP')).toBe('090-1234-5678');
  expect(formatStored('+33612345678', 'JP')).toBe('+33 6 12 34 56 78');
  expect(formatStored('nothing', 'JP')).toBe('nothing');
});

test.each([
  ['090-1234', 5, 4, '0901234', 4],
  ['(03) 1', 4, 2, '03-1', 2],
  ['+81 90', 3, 3, '+8190', 3],
  ['０９０', 2, 2, '090', 2],
  ['090', 0, 0, '090', 0],
])('in %s the caret at %i is behind %i, in %s at %i', (text, place, meant, after, there) => {
  expect(meantBefore(text, place)).toBe(meant);
  expect(placeAfter(after, meant)).toBe(there);
});

test.each([
  ['DE', '49', 'ドイツ'],
  ['DE', '49', 'どいつ'],
  ['DE', '49', 'GERM'],
  ['DE', '49', '+49'],
  ['DE', '49', '４９'],
  ['CI', '225', 'cote'],
  ['JP', '81', 'にほん'],
  ['JP', '81', '日本'],
  ['GM', '220', 'ガンビア'],
])('%s (+%s) is found by %s', (iso2, dialCode, typed) => {
  expect(countryWords(iso2, dialCode)).toContain(searchable(typed));
});

describe('the country by IP', () => {
  const answering = (text: string, status = 200) =>
    countryFromIp('https://ip.example', async () => new Response(text, { status }));

  test.each([
    ['1;JP;JPN;Japan', 'JP'],
    ['1;FR', 'FR'],
    ['0', undefined],
    ['<html>', undefined],
  ])('of the answer %s is %s', async (text, country) => {
    expect(await answering(text)).toBe(country);
  });

  test('is unknown where the service fails, is out of reach, or is not configured', async () => {
    expect(await answering('1;JP', 500)).toBeUndefined();
    const down = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await countryFromIp('https://ip.example', down)).toBeUndefined();
    expect(await countryFromIp(undefined)).toBeUndefined();
  });
});
