import { decideGuard } from './guard.ts';

const stranger = { signedIn: false, cancelled: false, user: undefined };
const unknown = { signedIn: true, cancelled: false, user: undefined };
const verified = { signedIn: true, cancelled: false, user: { email_verified: true } };
const unverified = { signedIn: true, cancelled: false, user: { email_verified: false } };
const cancelled = { signedIn: true, cancelled: true, user: undefined };
const cancelledAndOut = { signedIn: false, cancelled: true, user: undefined };

// @proves 6.1
test.each([
  ['public', 'a stranger', stranger, 'show'],
  ['public', 'a member', verified, 'show'],
  ['public', 'a former member', cancelled, 'show'],
  ['session', 'a stranger', stranger, 'sign-in'],
  ['session', 'a member not loaded yet', unknown, 'show'],
  ['session', 'a member', verified, 'show'],
  ['session', 'a member with an unverified address', unverified, 'show'],
  ['session', 'a former member', cancelled, 'cancelled'],
  ['session', 'a former member signed out', cancelledAndOut, 'cancelled'],
  ['user-verification', 'a stranger', stranger, 'sign-in'],
  ['user-verification', 'a member not loaded yet', unknown, 'wait'],
  ['user-verification', 'a member', verified, 'onward'],
  ['user-verification', 'a member with an unverified address', unverified, 'show'],
  ['user-verification', 'a former member', cancelled, 'cancelled'],
] as const)('a %s screen for %s', (guard, _, session, decision) => {
  expect(decideGuard(guard, session)).toBe(decision);
});
