import { maskEmail, maskPhone } from './mask.ts';

// @proves 5.24
test.each([
  ['hanako@example.com', 'h***o@example.com'],
  ['hanako.yamada+portal@example.co.jp', 'h***l@example.co.jp'],
  ['abc@example.com', 'a***c@example.com'],
  ['ab@example.com', 'a***@example.com'],
  ['a@example.com', '***@example.com'],
  ['"odd@local"@example.com', '"***"@example.com'],
  ['😀mail😀@example.com', '😀***😀@example.com'],
])('masks the address %s as %s', (email, shown) => {
  expect(maskEmail(email)).toBe(shown);
});

// @proves 5.25
test.each([
  ['+819012345678', '***5678'],
  ['090-1234-5678', '***5678'],
  ['+123456', '***456'],
  ['12', '***2'],
  ['1', '***'],
  ['', '***'],
])('masks the number %s as %s', (phone, shown) => {
  expect(maskPhone(phone)).toBe(shown);
});
