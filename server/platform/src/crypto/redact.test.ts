import { createLog, redact } from '../metrics/log.ts';

// @proves 16.83
test.each([
  [
    'no answer from https://sms.example/send?to=%2B819012345678',
    'no answer from https://sms.example/send?…',
  ],
  ['550 <hanako@example.com> unknown', '550 <(email)> unknown'],
  ['Bearer k3yJhbGciOiJSUzI1NiJ9_abc-123 refused', 'Bearer (token) refused'],
  ['not a number: +81 90-1234-5678', 'not a number: (number)'],
  ['port 4301 is in use since 2026', 'port 4301 is in use since 2026'],
])('%s → %s', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

// @proves 16.83
test('the log keeps of an error what it is, and nothing that it quotes', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  log.error({ err: new TypeError('cannot read "hanako@example.com"') }, 'failed');
  log.info({ description: 'unknown login_hint hanako@example.com' });
  log.warn({ err: 'hanako@example.com' });
  expect(lines.join()).toContain('TypeError');
  expect(lines.join()).not.toContain('hanako');
});
