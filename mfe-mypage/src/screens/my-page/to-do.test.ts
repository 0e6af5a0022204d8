import { type ToDoFacts, toDoOf } from './to-do.ts';

const settled: ToDoFacts = {
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
  ['nothing when all is well', {}, []],
  ['an address not confirmed', { email_verified: false }, ['verify-email']],
  ['a profile with a gap', { city: '' }, ['complete-profile']],
  ['Japan asks for more', { country: 'JP' }, ['complete-profile']],
  ['no second step', { mfa_enabled: false }, ['turn-on-two-step']],
  [
    'everything, the address first',
    { mfa_enabled: false, city: null, email_verified: false },
    ['verify-email', 'complete-profile', 'turn-on-two-step'],
  ],
] as const)('%s', (_name, change, expected) => {
  expect(toDoOf({ ...settled, ...change })).toEqual(expected);
});
