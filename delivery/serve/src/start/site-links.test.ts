import { portalConfig } from './portal-config.ts';
import { siteLinks } from './site-links.ts';
import { StartRefused } from './start-refused.ts';

const addresses = { portal: 'http://localhost:4300', idp: 'http://localhost:4301' };

// @proves 2.92
test('links only to the pages that are configured', () => {
  expect(siteLinks({})).toEqual({});
  expect(siteLinks({ PRIVACY_URL: 'https://www.example.com/privacy', CONTACT_URL: ' ' })).toEqual({
    privacy: 'https://www.example.com/privacy',
  });
});

// @proves 2.129
test('leads to the pages of the brand, unless an address is set', () => {
  const text = { opening: 'We answer.', articles: [] };
  const page = { ja: text, en: text };
  expect(
    siteLinks({ FAQ_URL: 'https://www.example.com/faq' }, { contact: page, faq: page }),
  ).toEqual({ contact: '/about/contact', faq: 'https://www.example.com/faq' });
});

// @proves 2.92
test.each([
  ['COMPANY_URL', 'javascript:alert(1)'],
  ['PRIVACY_URL', '/privacy'],
  ['COMMERCE_LAW_URL', 'www.example.com'],
  ['CONTACT_URL', 'https://name:word@example.com/'],
  ['ACCESSIBILITY_URL', 'data:text/html,x'],
  ['SERVICE_BASE_URL', 'ftp://example.com'],
])('the start refuses %s=%s', (name, value) => {
  const start = () => portalConfig(addresses, { [name]: value });
  expect(start).toThrow(StartRefused);
  expect(start).toThrow(name);
});
