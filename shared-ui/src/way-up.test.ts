import { pageAbove } from './way-up.tsx';

// @proves 2.91
test.each([
  ['/my-page', undefined],
  ['/my-page/notifications', undefined],
  ['/my-page/passports', undefined],
  ['/my-page/notifications/7', '/my-page/notifications'],
  ['/my-page/passports/purchase', '/my-page/passports'],
  ['/my-page/passports/7', '/my-page/passports'],
  ['/account', undefined],
  ['/account/edit', '/account'],
  ['/account/edit/confirm', '/account'],
  ['/account/mfa-settings', '/account'],
  ['/account/connect-line', '/account'],
  ['/account/settings', '/account'],
  ['/terms-of-service', '/my-page'],
  ['/signup', undefined],
  ['/', undefined],
])('above %s is %s', (path, above) => {
  expect(pageAbove(path)?.to).toBe(above);
});
