import { portalConfig } from './portal-config.ts';
import { StartRefused } from './start-refused.ts';

const addresses = { portal: 'http://localhost:4300', idp: 'http://localhost:4301' };
const RECEIPT_ISSUER = '株式会社つばめ';

// @proves 14.704
test('receipts name their issuer where one is set, with its number', () => {
  expect(portalConfig(addresses, {})).not.toHaveProperty('receipt');
  expect(portalConfig(addresses, { RECEIPT_ISSUER }).receipt).toEqual({ issuer: RECEIPT_ISSUER });
  const RECEIPT_REGISTRATION_NUMBER = ' T1234567890123 ';
  expect(portalConfig(addresses, { RECEIPT_ISSUER, RECEIPT_REGISTRATION_NUMBER }).receipt).toEqual({
    issuer: RECEIPT_ISSUER,
    registrationNumber: 'T1234567890123',
  });
});

// @proves 14.704
test.each([
  ['T123456789012', 'RECEIPT_REGISTRATION_NUMBER'],
  ['1234567890123', 'RECEIPT_REGISTRATION_NUMBER'],
  ['T12345678901234', 'RECEIPT_REGISTRATION_NUMBER'],
])('the start refuses the number %s', (number, name) => {
  const start = () =>
    portalConfig(addresses, { RECEIPT_ISSUER, RECEIPT_REGISTRATION_NUMBER: number });
  expect(start).toThrow(StartRefused);
  expect(start).toThrow(name);
});

// @proves 14.704
test('the start refuses a number without an issuer', () => {
  const start = () => portalConfig(addresses, { RECEIPT_REGISTRATION_NUMBER: 'T1234567890123' });
  expect(start).toThrow(StartRefused);
  expect(start).toThrow('RECEIPT_ISSUER');
});
