import { type PendingTaskFacts, pendingTasksOf } from './pending-tasks.ts';

const settled: PendingTaskFacts = {
  first_name: 'Marie',
  last_name: 'Curie',
  first_name_kana: null,
  last_name_kana: null,
  date_of_birth: '1990-04-05',
  gender: 'female',
  postal_code: null,
  phone: '+33612345678',
  phone_country_code: 'FR',
  address: null,
  city: 'Paris',
  prefecture: null,
  email_opt_in: false,
  country: 'FR',
  email_verified: true,
  mfa_enabled: true,
};

test.each([
  ['no task for a complete member', {}, []],
  ['verifying the address', { email_verified: false }, ['verify-email']],
  ['completing a profile with a gap', { city: '' }, ['complete-profile']],
  ['completing a profile that lacks what Japan requires', { country: 'JP' }, ['complete-profile']],
  ['turning on two-step verification', { mfa_enabled: false }, ['turn-on-two-step']],
  [
    'all three, the address first',
    { mfa_enabled: false, city: null, email_verified: false },
    ['verify-email', 'complete-profile', 'turn-on-two-step'],
  ],
] as const)('%s', (_name, change, expected) => {
  expect(pendingTasksOf({ ...settled, ...change })).toEqual(expected);
});
