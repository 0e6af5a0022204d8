import { formatOrderNumber, parseOrderNumber } from './order-number.ts';

// @proves 13.76
test.each(['0000 0000 0000', '0169-5611-3949', '０６８７ １９４７ ６７３５', '016956113949'])(
  'the order number %s is read as it is typed',
  (typed) => {
    const digits = parseOrderNumber(typed);
    expect(digits).toMatch(/^\d{12}$/);
    expect(parseOrderNumber(formatOrderNumber(digits ?? ''))).toBe(digits);
  },
);

test('is shown in groups of four', () => {
  expect(formatOrderNumber('016956113949')).toBe('0169 5611 3949');
});

test.each(['', '12', '3f2a9c41-d4b1-4c6e-9f00-0123456789ab', '9999 9999 9999 9'])(
  '“%s” is no order number',
  (typed) => {
    expect(parseOrderNumber(typed)).toBeUndefined();
  },
);
