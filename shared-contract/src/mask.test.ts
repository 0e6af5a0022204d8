import { maskEmail, maskPhone } from './mask.ts';

test.each([
  ['hanako@example.com', 'h***o@example.com'],
  ['hanako.yamada+portal@example.co.jp', 'h***l@example.co.jp'],
  ['abc@example.com', 'a***c@example.com'],
  ['ab@example.com', 'a***@example.com'],
  ['a@example.com', '***@example.com'],
  ['"odd@local"@example.com', '"***"@example.com'],
  ['😀mail😀@example.com', '😀***😀@example.com'],
])('the address %s is shown as %s', (email, shown) => {
  expect(maskEmail(email)).toBe(shown);
});

test.each([
  ['+819012345678', '***5678'],
  ['090-1234-5678', '***5678'],
  ['+123456', '***456'],
  ['12', '***2'],
  ['1', '***'],
  ['', '***'],
])('the number %s is shown as %s', (phone, shown) => {
  expect(maskPhone(phone)).toBe(shown);
});
