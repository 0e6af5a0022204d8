import { chapter } from '../requirement.ts';

export const AUTHENTICATION = chapter('V6 Authentication', {
  '6.1.1': [
    1,
    'protection from guessing and from lock-out is documented',
    {
      see: 'docs/decisions/0018-budgets-apart.md',
    },
  ],
  '6.1.2': [
    2,
    'words that passwords must not have are documented',
    {
      see: 'docs/decisions/0022-guessable-passwords.md',
    },
  ],
  '6.1.3': [2, 'all ways to sign in are documented', { see: 'docs/product.md' }],
  '6.2.1': [1, 'passwords have at least 8 characters'],
  '6.2.2': [1, 'members can change their password'],
  '6.2.3': [1, 'a change takes the current password'],
  '6.2.4': [1, 'common passwords are refused'],
  '6.2.5': [1, 'any characters, no rules of composition'],
  '6.2.6': [1, 'password fields are masked'],
  '6.2.7': [1, 'password managers and pasting work'],
  '6.2.8': [
    1,
    'passwords are compared as typed',
    {
      note: 'NFKC is applied before, so that every keyboard writes the same (product §5.41).',
    },
  ],
  '6.2.9': [2, 'passwords of 64 characters are allowed'],
  '6.2.10': [2, 'passwords do not expire', { not: 'Nothing expires a password.' }],
  '6.2.11': [2, 'own words and the brand are refused'],
  '6.2.12': [
    2,
    'leaked passwords are refused',
    {
      note: 'Where the operator configures a service (`BREACHED_PASSWORDS_URL`).',
    },
  ],
  '6.3.1': [1, 'guessing is limited as documented'],
  '6.3.2': [
    1,
    'there are no default accounts',
    {
      see: 'server/src/main.ts',
      note: 'The demo member exists in the embedded default alone.',
    },
  ],
  '6.3.3': [
    2,
    'several factors are needed',
    {
      open: 'Two-step verification is the choice of the member (product §12.14).',
    },
  ],
  '6.3.4': [2, 'every way in has the same strength'],
  '6.4.1': [1, 'initial secrets are random and short-lived'],
  '6.4.2': [1, 'no hints, no secret questions', { not: 'There are neither hints nor questions.' }],
  '6.4.3': [
    2,
    'a reset does not pass the second factor by',
    {
      note: 'A member with two stronger second steps turns codes off; a reset then takes one of them.',
      open: 'Until then a code by e-mail is a second step beside a reset by e-mail, which makes one factor of both.',
    },
  ],
  '6.4.4': [2, 'a lost factor is replaced with the same proof'],
  '6.5.1': [2, 'codes serve once'],
  '6.5.2': [
    2,
    'short codes are stored by a password hash',
    {
      open: 'Codes and recovery codes are stored as an HMAC, whose key is outside the database, and not by a slow hash.',
    },
  ],
  '6.5.3': [
    2,
    'codes are random by a secure generator',
    {
      see: 'server/src/domain/one-time-secrets.ts',
    },
  ],
  '6.5.4': [2, 'codes have at least 20 bits', { see: 'server/src/domain/codes/send-code.ts' }],
  '6.5.5': [
    2,
    'codes have a lifetime of at most 10 minutes',
    {
      note: 'A code of the app is taken one period of 30 seconds before and after, for clocks that differ.',
    },
  ],
  '6.6.1': [
    2,
    'SMS only to validated numbers, with alternatives',
    {
      open: 'No page tells what is weak about SMS.',
    },
  ],
  '6.6.2': [2, 'a code is bound to the request that asked for it'],
  '6.6.3': [2, 'guessing of codes is limited'],
  '6.8.1': [2, 'identities of several providers cannot be mixed up'],
  '6.8.2': [
    2,
    'signatures of assertions are verified',
    {
      open: 'The page takes the ID token from the token endpoint over TLS (OpenID Connect Core §3.1.3.7) and does not verify its signature.',
    },
  ],
  '6.8.3': [2, 'SAML assertions serve once', { not: 'There is no SAML.' }],
  '6.8.4': [2, 'strength and age of a sign-in are verified where they matter'],
});

export const SESSIONS = chapter('V7 Session management', {
  '7.1.1': [2, 'lifetimes of sessions are documented', { see: 'docs/product.md' }],
  '7.1.2': [2, 'the number of parallel sessions is documented', { see: 'docs/security.md' }],
  '7.1.3': [2, 'sessions of provider and portal are documented', { see: 'docs/product.md' }],
  '7.2.1': [1, 'tokens are verified by the server'],
  '7.2.2': [1, 'tokens are made for each session'],
  '7.2.3': [1, 'tokens have 128 random bits', { see: 'server/src/domain/one-time-secrets.ts' }],
  '7.2.4': [1, 'a sign-in gives a new token'],
  '7.3.1': [2, 'sessions end without use'],
  '7.3.2': [2, 'sessions end after a time'],
  '7.4.1': [1, 'an ended session serves no more'],
  '7.4.2': [1, 'a closed account has no session'],
  '7.4.3': [2, 'a change of a factor can end other sessions'],
  '7.4.4': [2, 'signing out is easy to find'],
  '7.4.5': [
    2,
    'operators can end sessions',
    {
      open: 'There is no command with which an operator ends the sessions of a member or of all.',
    },
  ],
  '7.5.1': [2, 'changes of sign-in data take a recent proof'],
  '7.5.2': [
    2,
    'members see and end their sessions',
    {
      note: 'Signing a device out takes no proof, on purpose: it takes nothing from the owner.',
    },
  ],
  '7.6.1': [2, 'portal and provider end sessions together'],
  '7.6.2': [
    2,
    'a session begins by an act of the user',
    {
      open: 'The portal signs in without a question whom its own identity provider knows (product §4.4).',
    },
  ],
});

export const AUTHORIZATION = chapter('V8 Authorization', {
  '8.1.1': [1, 'rules of access are documented', { see: 'docs/product.md' }],
  '8.1.2': [2, 'rules for fields are documented', { see: 'docs/product.md' }],
  '8.2.1': [1, 'functions are open to those with the right'],
  '8.2.2': [1, 'data are open to those with the right'],
  '8.2.3': [2, 'fields are open to those with the right'],
  '8.3.1': [1, 'the server enforces the rules'],
  '8.4.1': [2, 'tenants are kept apart', { not: 'An installation has one tenant.' }],
});
