import { VERIFICATION_TYPES } from '@portal/shared-contract';
import {
  authStore,
  isCountingAtom,
  remainingTimeAtom,
  state,
  verificationTypeAtom,
} from './atoms.ts';
import { valueStore } from './platform.ts';
import { restoreResendWait, startResendWait } from './resend-countdown.ts';
import { RESEND_DEADLINE } from './stored-names.ts';

const storage = valueStore(() => sessionStorage);

test.each(
  VERIFICATION_TYPES.map((type) => [
    type,
    ['verify_email_by_user', 'verify_email_change'].includes(type) ? 60 : 10,
  ]),
)('after a code of type %s the next may be sent in %i seconds', (type, seconds) => {
  startResendWait(storage, type as (typeof VERIFICATION_TYPES)[number], false, 1_000_000);
  expect(authStore.get(remainingTimeAtom)).toBe(seconds);
});

test('the v2 call with its flag waits 60 seconds', () => {
  startResendWait(storage, 'mfa_login', true, 1_000_000);
  expect(authStore.get(remainingTimeAtom)).toBe(60);
});

test('counts down to 0 and survives a reload', () => {
  startResendWait(storage, 'verify_email_change', false, 1_000_000);
  expect(authStore.get(remainingTimeAtom)).toBe(60);
  authStore.set(state.resendWait, null);

  expect(restoreResendWait(storage, 1_020_500)).toMatchObject({ type: 'verify_email_change' });
  expect(authStore.get(remainingTimeAtom)).toBe(40);
  expect(authStore.get(isCountingAtom)).toBe(true);
  expect(authStore.get(verificationTypeAtom)).toBe('verify_email_change');

  authStore.set(state.clock, 1_060_000);
  expect(authStore.get(remainingTimeAtom)).toBe(0);
  expect(authStore.get(isCountingAtom)).toBe(false);
  expect(restoreResendWait(storage, 1_060_000)).toBeUndefined();
});

test.each(['', '{}', '{"deadline":"x","type":"signup"}', '{"deadline":9e15,"type":"signup"}'])(
  'a stored wait of %j is none',
  (text) => {
    storage.set(RESEND_DEADLINE, text);
    expect(restoreResendWait(storage, 0)).toBeUndefined();
  },
);
