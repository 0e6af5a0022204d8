import { type PendingTaskFacts, pendingTasksOf } from './pending-tasks.ts';

const settled: PendingTaskFacts = { email_verified: true, mfa_enabled: true };

test.each([
  ['no task where both are settled', {}, []],
  ['verifying the address', { email_verified: false }, ['verify-email']],
  ['turning on the second step', { mfa_enabled: false }, ['turn-on-second-step']],
  [
    'both, the address first',
    { mfa_enabled: false, email_verified: false },
    ['verify-email', 'turn-on-second-step'],
  ],
] as const)('%s', (_name, change, expected) => {
  expect(pendingTasksOf({ ...settled, ...change }, false)).toEqual(expected);
});

// @proves 10.166
test('nothing about second steps of a member who signs in at another provider', () => {
  expect(pendingTasksOf({ ...settled, mfa_enabled: false }, true)).toEqual([]);
});
