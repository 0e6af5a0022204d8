import { readConfig } from '@portal/server-main/config';
import {
  encrypted,
  GOOGLE_ISSUER,
  makeWalletSettings,
  PASS_TYPE,
  TEAM,
} from '@portal/server-testing/wallets/wallet-keys';
import { ConfigError } from '@portal/shared-process/config-error';
import { type Wallets, walletsOf } from './settings.ts';

const { env } = makeWalletSettings();
const other = makeWalletSettings().env;

// @proves 14.86
test('both wallets are read from their keys and certificates', () => {
  const { apple, google } = walletsOf(env) as Wallets;
  expect(apple).toMatchObject({ passType: PASS_TYPE, team: TEAM });
  expect(google?.issuer).toBe(GOOGLE_ISSUER);
  expect(walletsOf({})).toEqual({ apple: undefined, google: undefined });
});

// @proves 14.86
test('the key may be encrypted', () => {
  const APPLE_WALLET_KEY = encrypted(env.APPLE_WALLET_KEY, 'open sesame');
  const read = (more: object) => walletsOf({ ...env, APPLE_WALLET_KEY, ...more });
  expect(read({ APPLE_WALLET_KEY_PASSPHRASE: 'open sesame' })).toHaveProperty(
    'apple.key',
    env.APPLE_WALLET_KEY,
  );
  expect(read({})).toMatch(/^Please set APPLE_WALLET_KEY to /);
  expect(read({ APPLE_WALLET_KEY_PASSPHRASE: 'wrong' })).toMatch(
    /^Please set APPLE_WALLET_KEY to /,
  );
});

// @proves 14.86
test.each([
  [
    'a part of Apple’s alone',
    { ...env, APPLE_WALLET_KEY: undefined },
    'Please set APPLE_WALLET_KEY too: Apple Wallet needs APPLE_WALLET_CERTIFICATE, APPLE_WALLET_KEY, APPLE_WALLET_ISSUER_CERTIFICATE.',
  ],
  [
    'no certificate',
    { ...env, APPLE_WALLET_CERTIFICATE: 'x' },
    'Please set APPLE_WALLET_CERTIFICATE to the certificate of passes as PEM.',
  ],
  [
    'a key of another certificate',
    { ...env, APPLE_WALLET_KEY: other.APPLE_WALLET_KEY },
    'Please set APPLE_WALLET_KEY to the private RSA key of APPLE_WALLET_CERTIFICATE as PEM, and APPLE_WALLET_KEY_PASSPHRASE if it is encrypted.',
  ],
  [
    'another issuer',
    { ...env, APPLE_WALLET_ISSUER_CERTIFICATE: other.APPLE_WALLET_ISSUER_CERTIFICATE },
    'Please set APPLE_WALLET_ISSUER_CERTIFICATE to the certificate of Apple that has issued APPLE_WALLET_CERTIFICATE.',
  ],
  [
    'an issuer of Google alone',
    { GOOGLE_WALLET_ISSUER: '1' },
    'Please set GOOGLE_WALLET_ACCOUNT too: Google Wallet has an issuer and a service account.',
  ],
  [
    'an issuer that is none',
    { ...env, GOOGLE_WALLET_ISSUER: 'portal' },
    'Please set GOOGLE_WALLET_ISSUER to the id of the issuer at Google Wallet, a number.',
  ],
  [
    'an account that is none',
    { ...env, GOOGLE_WALLET_ACCOUNT: '{"client_email":"a@b.example"}' },
    'Please set GOOGLE_WALLET_ACCOUNT to the key of a service account, as the JSON that Google gives.',
  ],
])('%s is refused at the start, with what to set', (_, settings, sentence) => {
  expect(walletsOf(settings)).toBe(sentence);
  expect(() => readConfig({ DATA_DIR: '/nowhere', ...settings })).toThrow(ConfigError);
});
