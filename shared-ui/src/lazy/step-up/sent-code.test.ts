import { CODE_LIFETIME_MS, CODE_TRIES } from '@portal/shared-contract';
import { codeRefused, codeSentTo, type SentCodeState, unusableReason } from './sent-code.ts';

const NOW = Date.parse('2026-11-21T00:00:00Z');
const moments = { resend_at: '2026-11-21T00:01:00Z', expires_at: '2026-11-21T00:10:00Z' };
const sent = codeSentTo({ ...moments, email: 'h***o@example.com' }, NOW);

// @proves 3.36
test.each([
  [{ ...moments, email: 'h***o@example.com' }, 'email', 'h***o@example.com'],
  [{ ...moments, sms: '***5678' }, 'sms', '***5678'],
  [moments, 'email', ''],
])('reads the answer %o as sent by %s to “%s”', (answer, channel, to) => {
  expect(codeSentTo(answer, NOW)).toMatchObject({ channel, to, tries: 0 });
});

// @proves 9.23
test('a code expires after ten minutes on this device’s clock', () => {
  expect(unusableReason(sent, NOW + CODE_LIFETIME_MS - 1)).toBeUndefined();
  expect(unusableReason(sent, NOW + CODE_LIFETIME_MS)).toBe('expired');
});

// @proves 9.23
test('a code is used up after the fifth wrong try', () => {
  let state: SentCodeState = sent;
  for (let tries = 1; tries < CODE_TRIES; tries += 1) {
    state = codeRefused(state);
    expect(unusableReason(state, NOW)).toBeUndefined();
  }
  expect(unusableReason(codeRefused(state), NOW)).toBe('too_many_tries');
});
