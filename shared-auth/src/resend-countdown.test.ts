import {
  authStore,
  isCountingAtom,
  remainingTimeAtom,
  state,
  verificationTypeAtom,
} from './atoms.ts';
import { valueStore } from './platform.ts';
import { codeSent, restoreResendWait } from './resend-countdown.ts';

let now = 1_000_000;
const platform = { sessionStorage: valueStore(() => sessionStorage), now: () => now };
beforeEach(() => {
  now = 1_000_000;
});

// @proves 3.28 4.20 4.21
test('counts down to 0 and survives a reload', () => {
  codeSent('verify_email_change', {}, platform);
  expect(authStore.get(remainingTimeAtom)).toBe(60);
  authStore.set(state.resendWait, null);

  authStore.set(state.verificationType, null);
  now = 1_020_500;
  expect(restoreResendWait(platform)).toMatchObject({ type: 'verify_email_change' });
  expect(authStore.get(remainingTimeAtom)).toBe(40);
  expect(authStore.get(isCountingAtom)).toBe(true);
  expect(authStore.get(verificationTypeAtom)).toBe('verify_email_change');

  authStore.set(state.clock, 1_060_000);
  expect(authStore.get(remainingTimeAtom)).toBe(0);
  expect(authStore.get(isCountingAtom)).toBe(false);
  now = 1_060_000;
  expect(restoreResendWait(platform)).toBeUndefined();
});
