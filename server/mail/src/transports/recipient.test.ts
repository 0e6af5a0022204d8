import { mailboxOf } from './smtp.ts';

test.each([
  ['hanako@example.com', 'hanako@example.com'],
  [' Ｈanako@ＥＸＡＭＰＬＥ.com ', 'Hanako@example.com'],
  ["o'hara+tea@example.com", "o'hara+tea@example.com"],
])('%j is sent to %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});

test.each([
  'a@example.com, victim@evil.example',
  'a@example.com,victim@evil.example',
  'a@example.com;victim@evil.example',
  'Name <victim@evil.example>',
  '"a@example.com, victim"@evil.example',
  'group:victim@evil.example;',
  'a@example.com\r\nBcc: victim@evil.example',
  'a\nb@example.com',
  '@example.com',
  '',
])('%j could be more than one address, and is sent to nobody', (address) => {
  expect(mailboxOf(address)).toBeUndefined();
});
