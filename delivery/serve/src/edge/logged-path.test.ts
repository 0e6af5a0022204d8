import { loggedPath } from './logged-path.ts';

// @proves 16.83
test.each([
  ['/', '/'],
  ['/en/account/change-email/form', '/en/account/change-email/form'],
  ['/api/postal-code/1000001', '/api/postal-code'],
  ['/my-page/passports/0b2c/edit', '/my-page/passports'],
  ['/hanako@example.com', '/'],
  ['/account/hanako@example.com', '/account'],
  ['/remotes/account/main.1a2b3c4d5e.js', '/remotes/account/main.1a2b3c4d5e.js'],
  ['/remotes/account/%2e%2e/etc', '/remotes/account'],
])('%s is logged as %s', (path, logged) => {
  expect(loggedPath(path)).toBe(logged);
});
