import * as v from 'valibot';
import { normalizePhone, PhoneSchema, phoneLengthProblem } from './phone.ts';

// @proves 5.35
describe('a phone number', () => {
  // @proves 5.16 5.30
  test.each([
    ['090-1234-5678', '09012345678'],
    ['０９０−１２３４−５６７８', '09012345678'],
    ['+81 90 1234 5678', '+819012345678'],
    ['＋８１ ９０ １２３４ ５６７８', '+819012345678'],
    ['(+81) 90-1234-5678', '+819012345678'],
    ['090 1234+5678', '09012345678'],
    ['abc', ''],
  ])('normalises %j to %j', (typed, sent) => {
    expect(normalizePhone(typed)).toBe(sent);
  });

  test.each([
    ['1', 'length.phone_too_short'],
    ['abc', 'length.phone_too_short'],
    ['+', 'length.phone_too_short'],
    ['123456789012345678', 'length.phone_too_long'],
  ])('refuses %j with %s', (typed, key) => {
    expect(phoneLengthProblem(typed)).toBe(key);
  });

  // @proves 5.35
  test.each([
    ['12', '12'],
    ['12345678901234567', '12345678901234567'],
    ['', null],
    [null, null],
  ])('accepts %j as %j', (typed, sent) => {
    expect(v.parse(PhoneSchema, typed)).toBe(sent);
    if (typed) expect(phoneLengthProblem(typed)).toBeUndefined();
  });
});
