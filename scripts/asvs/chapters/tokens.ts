import { chapter } from '../requirement.ts';

const ONE_CLIENT = 'The portal is the only client, and belongs to the same party.';

export const TOKENS = chapter('V9 Self-contained tokens', {
  '9.1.1': [1, 'signatures are verified first'],
  '9.1.2': [1, 'algorithms are listed, none is not'],
  '9.1.3': [1, 'keys come from trusted sources'],
  '9.2.1': [1, 'the time of a token is verified'],
  '9.2.2': [2, 'the type of a token is verified'],
  '9.2.3': [2, 'the audience of a token is verified'],
  '9.2.4': [2, 'tokens for several audiences say for which', { not: ONE_CLIENT }],
});

export const OAUTH = chapter('V10 OAuth and OIDC', {
  '10.1.1': [
    2,
    'tokens go only where they are needed',
    {
      note: 'The portal is a public client in the browser, which holds its tokens; no file server gets them.',
    },
  ],
  '10.1.2': [2, 'answers of the provider count in the browser that asked'],
  '10.2.1': [2, 'no forgery of token requests'],
  '10.2.2': [2, 'no mix-up of providers'],
  '10.3.1': [2, 'access tokens are for this API'],
  '10.3.2': [
    2,
    'what a token delegates decides',
    {
      note: 'There is one client with one set of scopes; the member of the token decides.',
    },
  ],
  '10.3.3': [
    2,
    'members are known by an id that is never given again',
    {
      see: 'server/src/idp/access-tokens.ts',
    },
  ],
  '10.3.4': [2, 'strength and age of a sign-in decide where they matter'],
  '10.4.1': [1, 'redirect addresses are compared exactly'],
  '10.4.2': [1, 'a code serves once, and again ends its tokens'],
  '10.4.3': [1, 'a code lives at most 10 minutes', { see: 'server/src/idp/lifetimes.ts' }],
  '10.4.4': [1, 'only the needed grants'],
  '10.4.5': [1, 'a replayed refresh token ends the grant'],
  '10.4.6': [2, 'PKCE with S256 is required'],
  '10.4.7': [2, 'dynamic registration is safe', { not: 'Clients cannot register.' }],
  '10.4.8': [2, 'refresh tokens end after a time'],
  '10.4.9': [2, 'members can revoke tokens'],
  '10.4.10': [2, 'confidential clients authenticate', { not: 'The only client is public.' }],
  '10.4.11': [2, 'only the needed scopes'],
  '10.5.1': [2, 'the nonce is verified'],
  '10.5.2': [2, 'members are known by the subject'],
  '10.5.3': [2, 'metadata of another issuer are refused'],
  '10.5.4': [2, 'the audience of the ID token is verified'],
  '10.5.5': [2, 'back-channel logout is safe', { not: 'There is no back-channel logout.' }],
  '10.6.1': [2, 'only safe response types'],
  '10.6.2': [2, 'nobody is signed out by a link of others'],
  '10.7.1': [2, 'consent to each authorization', { not: ONE_CLIENT }],
  '10.7.2': [2, 'consent says for what', { not: ONE_CLIENT }],
  '10.7.3': [2, 'consent can be taken back', { not: ONE_CLIENT }],
});

export const CRYPTOGRAPHY = chapter('V11 Cryptography', {
  '11.1.1': [2, 'the life of keys is documented', { see: 'docs/security.md' }],
  '11.1.2': [2, 'an inventory of cryptography', { see: 'docs/security.md' }],
  '11.2.1': [2, 'known libraries', { see: 'server/src/secrets.ts' }],
  '11.2.2': [2, 'keys and algorithms can be replaced'],
  '11.2.3': [
    2,
    'at least 128 bits',
    {
      open: 'The RSA key that the embedded default makes beside ES256 has 2048 bits.',
    },
  ],
  '11.3.1': [1, 'no weak modes', { see: 'server/src/idp/http/sealed-cookie.ts' }],
  '11.3.2': [1, 'approved ciphers', { see: 'server/src/idp/http/sealed-cookie.ts' }],
  '11.3.3': [2, 'encrypted data cannot be changed'],
  '11.4.1': [
    1,
    'approved hashes',
    {
      see: 'server/src/secrets.ts',
      note: 'SHA-1 is in the codes of apps (RFC 6238) and in the question to the service of leaked passwords alone.',
    },
  ],
  '11.4.2': [2, 'passwords are stored by a slow hash'],
  '11.4.3': [2, 'hashes of signatures have 256 bits', { see: 'server/src/secrets.ts' }],
  '11.4.4': [2, 'keys from passwords are stretched', { not: 'No key is made of a password.' }],
  '11.5.1': [2, 'secrets are random with 128 bits'],
  '11.6.1': [2, 'approved keys and signatures', { see: 'server/src/secrets.ts' }],
});
