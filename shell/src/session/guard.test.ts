import { decideGuard } from './guard.ts';

const stranger = { signedIn: false, closed: false, user: undefined };
const unknown = { signedIn: true, closed: false, user: undefined };
const verified = { signedIn: true, closed: false, user: { email_verified: true } };
const unverified = { signedIn: true, closed: false, user: { email_verified: false } };
const closed = { signedIn: true, closed: true, user: undefined };
const closedAndOut = { signedIn: false, closed: true, user: undefined };

// @proves 6.1
test.each([
  ['public', 'a stranger', stranger, 'show'],
  ['public', 'a member', verified, 'show'],
  ['public', 'a former member', closed, 'show'],
  ['session', 'a stranger', stranger, 'sign-in'],
  ['session', 'a member not loaded yet', unknown, 'show'],
  ['session', 'a member', verified, 'show'],
  ['session', 'a member with an unverified address', unverified, 'show'],
  ['session', 'a former member', closed, 'closed'],
  ['session', 'a former member signed out', closedAndOut, 'closed'],
  ['user-verification', 'a stranger', stranger, 'sign-in'],
  ['user-verification', 'a member not loaded yet', unknown, 'wait'],
  ['user-verification', 'a member', verified, 'onward'],
  ['user-verification', 'a member with an unverified address', unverified, 'show'],
  ['user-verification', 'a former member', closed, 'closed'],
] as const)('a %s screen for %s', (guard, _, session, decision) => {
  expect(decideGuard(guard, session)).toBe(decision);
});
