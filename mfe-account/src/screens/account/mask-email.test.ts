import { maskEmail } from './mask-email.ts';

test.each([
  ['hanako@example.com', 'h***o@example.com'],
  ['hanako.yamada+portal@example.co.jp', 'h***l@example.co.jp'],
  ['abc@example.com', 'a***c@example.com'],
  ['ab@example.com', 'a***@example.com'],
  ['a@example.com', '***@example.com'],
  ['"odd@local"@example.com', '"***"@example.com'],
  ['😀mail😀@example.com', '😀***😀@example.com'],
])('%s is shown as %s', (email, shown) => {
  expect(maskEmail(email)).toBe(shown);
});
