import { screenPattern } from './screen-pattern.ts';

const pattern = screenPattern(['/', '/404', '/account', '/account/edit', '/my-page/passports/:id']);

// @proves 2.93
test.each([
  ['/', true],
  ['/en', true],
  ['/en/', true],
  ['/ja/account', true],
  ['/account', true],
  ['/Account/', true],
  ['/en/account/edit', true],
  ['/my-page/passports/7', true],
  ['/my-page/passports', false],
  ['/my-page/passports/7/8', false],
  ['/accounts', false],
  ['/404', false],
  ['/en/nobody', false],
  ['/faq/', false],
])('%s is a screen: %s', (path, isScreen) => {
  expect(new RegExp(pattern, 'i').test(path)).toBe(isScreen);
});
