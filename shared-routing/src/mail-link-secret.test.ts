import { mailLinkSecret } from './mail-link-secret.ts';

const open = (address: string) => window.history.replaceState(null, '', address);
const request = (address: string) => new Request(new URL(address, 'http://localhost'));

// @proves 12.531
test('is read from behind #, and stays there for a reload', () => {
  open('/unblock#code=abc');
  expect(mailLinkSecret('code', request('/unblock'))).toBe('abc');
  expect(window.location.hash).toBe('#code=abc');
});

// @proves 12.531
test('of a link of before is read from the query, which it leaves at once', () => {
  open('/undo-changes?token=abc');
  expect(mailLinkSecret('token', request('/undo-changes?token=abc'))).toBe('abc');
  expect(window.location.href).toBe('http://localhost:4300/undo-changes#token=abc');
  expect(mailLinkSecret('token', request('/undo-changes'))).toBe('abc');
});

// @proves 12.531
test.each([
  ['/ja', 'code'],
  ['/ja', 'token'],
  ['/en', 'code'],
  ['/en', 'token'],
])('of a link of before with %s leaves the query %s at once', (prefix, name) => {
  open(`${prefix}/unblock?${name}=abc`);
  expect(mailLinkSecret(name, request(`/unblock?${name}=abc`))).toBe('abc');
  expect(window.location.href).toBe(`http://localhost:4300${prefix}/unblock#${name}=abc`);
});

// @proves 12.531
test('of a link in Japanese is read while its bare path is loaded', () => {
  open('/ja/undo-changes#token=abc');
  expect(mailLinkSecret('token', request('/undo-changes'))).toBe('abc');
});

test('of another page is not taken', () => {
  open('/unblock#code=abc');
  expect(mailLinkSecret('code', request('/not-me'))).toBe('');
  expect(mailLinkSecret('token', request('/unblock'))).toBe('');
});
