import { idsOfOrder, orderNumber } from './order-number.ts';

// @proves 13.76
test.each([
  ['00000000-0000-4000-8000-000000000000', '0000 0000 0000'],
  ['3f2a9c41-d4b1-4c6e-9f00-0123456789ab', '0169 5611 3949'],
  ['ffffffff-ffff-4fff-8fff-ffffffffffff', '0687 1947 6735'],
])('%s has the order number %s, and is found by it', (id, number) => {
  expect(orderNumber(id)).toBe(number);
  const beginning = idsOfOrder(number);
  expect(id.startsWith(beginning ?? '?')).toBe(true);
  expect(idsOfOrder(number.replaceAll(' ', '-'))).toBe(beginning);
});

test.each(['', '12', '3f2a9c41-d4b1-4c6e-9f00-0123456789ab', '9999 9999 9999'])(
  '“%s” is no order number',
  (typed) => {
    expect(idsOfOrder(typed)).toBeUndefined();
  },
);
