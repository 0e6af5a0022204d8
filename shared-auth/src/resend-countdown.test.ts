import { VERIFICATION_TYPES } from '@portal/shared-contract';
import {
  authStore,
  isCountingAtom,
  remainingTimeAtom,
  state,
  verificationTypeAtom,
} from './atoms.ts';
import { valueStore } from './platform.ts';
import { codeSent, restoreResendWait } from './resend-countdown.ts';
import { RESEND_DEADLINE } from './stored-names.ts';

let now = 1_000_000;
const platform = { sessionStorage: valueStore(() => sessionStorage), now: () => now };
beforeEach(() => {
  now = 1_000_000;
});

// @proves 9.2 9.3
test.each(
  VERIFICATION_TYPES.map((type) => [
    type,
    ['verify_email_by_user', 'verify_email_change'].includes(type) ? 60 : 10,
  ]),
)('after a code of type %s the next may be sent in %i seconds', (type, seconds) => {
  codeSent(type as (typeof VERIFICATION_TYPES)[number], {}, platform);
  expect(authStore.get(remainingTimeAtom)).toBe(seconds);
});

test('the v2 call with its flag waits 60 seconds', () => {
  codeSent('mfa_login', { longWait: true }, platform);
  expect(authStore.get(remainingTimeAtom)).toBe(60);
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

test.each(['', '{}', '{"deadline":"x","type":"signup"}', '{"deadline":9e15,"type":"signup"}'])(
  'ignores a stored wait of %j',
  (text) => {
    platform.sessionStorage.set(RESEND_DEADLINE, text);
    now = 0;
    expect(restoreResendWait(platform)).toBeUndefined();
  },
);
