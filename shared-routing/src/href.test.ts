import { href } from './href.ts';

test.each([
  ['/account', 'ja', '/account'],
  ['/account', 'en', '/en/account'],
  ['/', 'ja', '/'],
  ['/', 'en', '/en'],
  ['/my-page/notifications?page=2', 'en', '/en/my-page/notifications?page=2'],
  ['/terms-of-service#privacy', 'en', '/en/terms-of-service#privacy'],
  ['/verify-email?next=/en/x', 'en', '/en/verify-email?next=/en/x'],
] as const)('%s in %s is %s', (bare, locale, address) => {
  expect(href(bare, locale)).toBe(address);
});
