import { Refused } from '@portal/shared-process/command-line';
import { portalConfig } from './page-configuration.ts';

const addresses = { portal: 'http://localhost:4300', idp: 'http://localhost:4301' };

// @proves 3.45
test('the client of an identity provider is configuration alone', () => {
  const env = { IDP_ORIGIN: 'https://id.example', CLIENT_ID: 'members-web' };
  const { idp } = portalConfig(addresses, env, { locale: 'en' });
  expect(idp).toMatchObject({
    idpUrl: 'https://id.example',
    clientId: 'members-web',
    redirectUri: 'http://localhost:4300/callback',
    responseType: 'code',
    returnTo: 'http://localhost:4300/',
    locale: 'en',
  });
});

// @proves 2.75
test.each(['https://www.example.com', 'https://www.example.com/'])(
  'the demo brand has the links of the specification below %s, and none without an address',
  (address) => {
    expect(portalConfig(addresses, {})).not.toHaveProperty('menuLinks');
    const { menuLinks } = portalConfig(addresses, { SERVICE_BASE_URL: address });
    expect(menuLinks?.map(({ url, name: { en } }) => [url, en])).toEqual([
      ['https://www.example.com/faq/', 'FAQ'],
      ['https://www.example.com/apass/', 'About the pass'],
      ['https://www.example.com/hotels/', 'Our hotels'],
    ]);
  },
);

// @proves 2.92
test('links only to the pages that are configured', () => {
  const { siteLinks } = portalConfig(addresses, { BRAND: 'deploy/brand-example' });
  expect(siteLinks).toEqual({});
  const privacy = 'https://www.example.com/privacy';
  const env = { BRAND: 'deploy/brand-example', PRIVACY_URL: privacy, CONTACT_URL: ' ' };
  expect(portalConfig(addresses, env).siteLinks).toEqual({ privacy });
});

// @proves 2.129
test('links to the pages of the brand, unless an address is set', () => {
  const { siteLinks } = portalConfig(addresses, { FAQ_URL: 'https://www.example.com/faq' });
  expect(siteLinks).toMatchObject({
    contact: '/about/contact',
    faq: 'https://www.example.com/faq',
  });
});

// @proves 2.92
test.each([
  ['COMPANY_URL', 'javascript:alert(1)'],
  ['PRIVACY_URL', '/privacy'],
  ['COMMERCE_LAW_URL', 'www.example.com'],
  ['CONTACT_URL', 'https://name:word@example.com/'],
  ['ACCESSIBILITY_URL', 'data:text/html,x'],
  ['SERVICE_BASE_URL', 'ftp://example.com'],
  ['FAQ_URL', 'http://www.example.com/faq'],
  ['ANALYTICS_URL', 'http://stats.example.com/script.js'],
])('the start refuses %s=%s', (name, value) => {
  const start = () => portalConfig(addresses, { [name]: value });
  expect(start).toThrow(Refused);
  expect(start).toThrow(name);
});

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
test('the start refuses a number without an issuer', () => {
  const start = () => portalConfig(addresses, { RECEIPT_REGISTRATION_NUMBER: 'T1234567890123' });
  expect(start).toThrow(Refused);
  expect(start).toThrow('RECEIPT_ISSUER');
});

// @proves 9.31
test('limits of pages are set by name, and others are refused in a sentence', () => {
  const limits = (PAGE_LIMITS: string) => portalConfig(addresses, { PAGE_LIMITS }).limits;
  expect(limits('view=2000, call=30000')).toEqual({ view: 2_000, call: 30_000 });
  for (const list of ['views=2000', 'view=0', 'view=2s', 'view']) {
    expect(() => limits(list)).toThrow('Please set PAGE_LIMITS to limits such as view=20000');
  }
});

// @proves 16.68
test('the front page shows the first design of the brand', () => {
  expect(portalConfig(addresses, {}).brand.design).toBe('mountain');
  expect(portalConfig(addresses, { BRAND: 'deploy/brand-example' }).brand.design).toBe('river');
});
