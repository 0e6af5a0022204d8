import { formatPhone } from './format-phone.ts';

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
