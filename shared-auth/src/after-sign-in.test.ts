import type { User } from '@portal/shared-contract';
import { COMPLETE_PROFILE } from '@portal/shared-contract/testing';
import {
  afterPostSignInStep,
  afterSignIn,
  type PostSignInFacts,
  type PostSignInStep,
  postSignInStepFor,
} from './after-sign-in.ts';
import { authStore, state } from './atoms.ts';

const complete: PostSignInFacts = {
  ...COMPLETE_PROFILE,
  email_verified: true,
  terms_accepted_version: '2026-11-01',
  terms_current_version: '2026-11-01',
};
const oldTerms = { ...complete, terms_accepted_version: '2026-04-01' };
const noTerms = { ...complete, terms_accepted_version: null };
const newerTerms = { ...complete, terms_accepted_version: '2027-01-01' };
const unverified = { ...complete, email_verified: false };
const nameless = { ...complete, first_name: null };
const withoutPassportFields = {
  ...complete,
  date_of_birth: null,
  gender: null,
  phone: null,
  city: null,
};
const everything = { ...oldTerms, email_verified: false, first_name: null };

test.each<[string, PostSignInFacts, PostSignInStep[], PostSignInStep | undefined]>([
  ['a member with nothing open', complete, [], undefined],
  ['new terms', oldTerms, [], '/verify-term'],
  ['no terms accepted yet', noTerms, [], '/verify-term'],
  ['newer terms accepted than are in force', newerTerms, [], undefined],
  ['an unverified address', unverified, [], '/verify-user'],
  ['a member without a name', nameless, [], '/register'],
  ['no reading of the name in Japan', { ...complete, last_name_kana: null }, [], '/register'],
  ['what only a passport needs', withoutPassportFields, [], undefined],
  ['everything at once', everything, [], '/verify-term'],
  ['the terms passed', everything, ['/verify-term'], '/verify-user'],
  ['terms and address passed', everything, ['/verify-term', '/verify-user'], '/register'],
  ['all passed', everything, ['/verify-term', '/verify-user', '/register'], undefined],
  ['an address put off', unverified, ['/verify-user'], undefined],
])('%s', (_, member, passed, next) => {
  expect(postSignInStepFor(member, passed)).toBe(next);
});

describe('on the way', () => {
  const known = (member: PostSignInFacts) => authStore.set(state.user, member as User);
  beforeEach(() => {
    sessionStorage.clear();
    localStorage.setItem('oneid_user_id', 'hanako');
  });

  test('each comes once, and then the stored address, in the language shown', () => {
    known(everything);
    expect(afterSignIn('/en/account?tab=2', everything)).toBe('/en/verify-term');
    expect(afterPostSignInStep('/verify-term', 'en')).toBe('/en/verify-user');
    // The member has switched to Japanese here.
    expect(afterPostSignInStep('/verify-user', 'ja')).toBe('/register');
    expect(afterPostSignInStep('/register', 'ja')).toBe('/account?tab=2');
  });

  test('what another member left behind leads nobody anywhere', () => {
    known(unverified);
    afterSignIn('/account/delete', unverified);
    localStorage.setItem('oneid_user_id', 'taro');
    expect(afterPostSignInStep('/verify-user', 'ja')).toBe('/my-page');
  });

  test('a stored address that was tampered with leads home', () => {
    known(unverified);
    sessionStorage.setItem(
      'after_sign_in',
      JSON.stringify({ returnTo: 'https://evil.example/', passed: [], owner: 'hanako' }),
    );
    expect(afterPostSignInStep('/verify-user', 'ja')).toBe('/my-page');
  });
});
