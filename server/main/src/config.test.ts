import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { secretsForEnvironment } from '@portal/server-testing/load';
import { EXAMPLE_BRAND } from '@portal/shared-brand/testing/example-brand';
import { ConfigError } from '@portal/shared-process/command-line';
import { generateSecrets } from '@portal/shared-process/secrets';
import { readConfig, SECRET_SETTINGS } from './config.ts';

const FOLDERS = mkdtempSync(path.join(tmpdir(), 'portal-config-'));
const temporaryFolder = () => mkdtempSync(path.join(FOLDERS, 'case-'));
afterAll(() => rmSync(FOLDERS, { recursive: true }));
const secrets = generateSecrets();
const ON_POSTGRES = {
  DATABASE_URL: 'postgres://portal:secret@database/portal',
  PORTAL_ORIGIN: 'https://portal.localhost',
  IDP_ORIGIN: 'https://id.localhost',
  SMTP_URL: 'smtp://mail.example:587',
  ...secretsForEnvironment(secrets),
  COOKIE_KEYS: `${'a'.repeat(32)}, ${'b'.repeat(32)}`,
  SECRET_KEYS: 'c'.repeat(32),
  SIGNING_KEYS: JSON.stringify({ keys: secrets.signingKeys }),
};

// @proves 16.67
test('mails come from the sender of the setting, of the brand, or of its name, in this order', () => {
  const from = (more: object) => readConfig({ ...ON_POSTGRES, ...more }).mailFrom;
  const BRAND = EXAMPLE_BRAND;
  const both = (sender: string) => ({ ja: sender, en: sender });
  expect(from({ BRAND })).toEqual(both('Kawasemi Club <info@kawasemi.example>'));
  expect(from({ BRAND, MAIL_FROM: 'A <a@b.example>' })).toEqual(both('A <a@b.example>'));
  expect(from({ BRAND_NAME_EN: 'Swan, "Inc."', BRAND_NAME_JA: 'はくちょう' })).toEqual({
    ja: '"はくちょう" <no-reply@portal.localhost>',
    en: '"Swan, \\"Inc.\\"" <no-reply@portal.localhost>',
  });
});

// @proves 16.896
test('a sender without a name has that of the brand, in the language of the mail', () => {
  const { mailFrom } = readConfig({ ...ON_POSTGRES, MAIL_FROM: 'a@b.example' });
  expect(mailFrom).toEqual({
    ja: '"つばめメンバーズ" <a@b.example>',
    en: '"Tsubame Members" <a@b.example>',
  });
});

// @proves 16.63
test('a brand that cannot be used is no configuration', () => {
  const words = 'Please set BRAND to a folder with a file brand.json (docs/brand.md).';
  expect(() => readConfig({ ...ON_POSTGRES, BRAND: 'no-such-folder' })).toThrow(words);
});

const MESSAGE_LIMITS_SENTENCE =
  'Please set MESSAGE_LIMITS to limits such as sms-known-hour=2000,mail-known-hour=20000, with names of server/platform/src/limits/message-limits.ts and whole numbers above 0.';
const AN_ORIGIN = 'an origin such as https://portal.example, without a path or a slash at the end';
test.each([
  [{ PORT_BASE: 'abc' }, 'Please set PORT_BASE to a port number from 1024 to 65500.'],
  [{ PORT_BASE: '80' }, 'Please set PORT_BASE to a port number from 1024 to 65500.'],
  [{ PORT_BASE: '65535' }, 'Please set PORT_BASE to a port number from 1024 to 65500.'],
  [{ PORTAL_ORIGIN: 'https://portal.example/' }, `Please set PORTAL_ORIGIN to ${AN_ORIGIN}.`],
  [{ IDP_ORIGIN: 'id.example' }, `Please set IDP_ORIGIN to ${AN_ORIGIN}.`],
  [{ API_ORIGIN: 'ftp://x' }, `Please set API_ORIGIN to ${AN_ORIGIN}.`],
  [{ CORS_ORIGINS: 'https://a.example, *' }, `Please set CORS_ORIGINS to ${AN_ORIGIN}.`],
  [
    { LINE_CHANNEL_ID: '1650000000' },
    'Please set LINE_CHANNEL_SECRET too: a LINE channel has an id and a secret.',
  ],
  [
    { LINE_CHANNEL_SECRET: 'secret' },
    'Please set LINE_CHANNEL_ID too: a LINE channel has an id and a secret.',
  ],
  [{ API_KEY: 'short' }, 'Please set API_KEY to at least 16 characters.'],
  [
    { SMS_GATEWAY_URL: 'smtp://x' },
    'Please set SMS_GATEWAY_URL to an address such as https://sms.example.',
  ],
  [{ MAIL_FROM: 'x@y.example\r\nBcc: z@y.example' }, 'Please set MAIL_FROM to a mail address.'],
  [{ MAIL_FROM: 'x@y.example, z@y.example' }, 'Please set MAIL_FROM to a mail address.'],
  [{ MAIL_FROM: 'Swan\0 <x@y.example>' }, 'Please set MAIL_FROM to a mail address.'],
  [
    { TRUST_PROXY: '1' },
    'Please set TRUST_PROXY to addresses and networks such as 10.0.0.0/8,fd00::/8.',
  ],
  [
    { TRUST_PROXY: '10.0.0.0/8,everybody' },
    'Please set TRUST_PROXY to addresses and networks such as 10.0.0.0/8,fd00::/8.',
  ],
  [{ API_CALLS_PER_MINUTE: '0' }, 'Please set API_CALLS_PER_MINUTE to a whole number above 0.'],
  [{ MESSAGE_LIMITS: 'sms-known-hour=0' }, MESSAGE_LIMITS_SENTENCE],
  [{ MESSAGE_LIMITS: 'sms-an-hour=5' }, MESSAGE_LIMITS_SENTENCE],
  [{ SMS_COUNTRIES: 'JP,Atlantis' }, 'Please set SMS_COUNTRIES to countries such as JP,US.'],
  [{ SMS_COUNTRIES: ', ' }, 'Please set SMS_COUNTRIES to countries such as JP,US.'],
  [{ PAGE_PORT: '0' }, 'Please set PAGE_PORT to a port number from 1 to 65535.'],
  [{ METRICS_PORT: '99999' }, 'Please set METRICS_PORT to a port number from 1 to 65535.'],
  [
    { LOG_LEVEL: 'loud' },
    'Please set LOG_LEVEL to one of silent, fatal, error, warn, info, debug, trace.',
  ],
  [
    { DATABASE_URL: 'mysql://database' },
    'Please set DATABASE_URL to an address such as postgres://user:password@host/database.',
  ],
  [
    { DATABASE_DIRECT_URL: 'postgres://database/portal' },
    'Please set DATABASE_URL too: DATABASE_DIRECT_URL only leads past a pooler.',
  ],
  [
    { DATABASE_URL: ON_POSTGRES.DATABASE_URL, ...secretsForEnvironment(secrets) },
    'Please set PORTAL_ORIGIN, IDP_ORIGIN, SMTP_URL: DATABASE_URL is set, and then they are needed.',
  ],
  [
    { ...ON_POSTGRES, IDP_ORIGIN: '' },
    'Please set IDP_ORIGIN: DATABASE_URL is set, and then it is needed.',
  ],
  [
    { ...ON_POSTGRES, SMTP_URL: undefined },
    'Please set SMTP_URL: DATABASE_URL is set, and then it is needed.',
  ],
  [
    { RELEASE_TOKEN: 'short' },
    'Please set RELEASE_TOKEN to at least 32 letters and digits made by chance.',
  ],
  ...['TURNSTILE_KEYS', 'VAPID_KEYS'].map((name): [object, string] => [
    { ...ON_POSTGRES, [name]: undefined },
    `Please set ${name}: DATABASE_URL is set, and then it is needed. deploy/make-secrets.mjs makes the keys.`,
  ]),
  [
    { ...ON_POSTGRES, COOKIE_KEYS: 'short' },
    'Please set COOKIE_KEYS to one or more random texts of at least 32 characters, parted by commas; deploy/make-secrets.mjs makes one.',
  ],
  [
    { ...ON_POSTGRES, SECRET_KEYS: undefined },
    'Please set SECRET_KEYS to one or more random texts of at least 32 characters, parted by commas; deploy/make-secrets.mjs makes one.',
  ],
  [
    { ...ON_POSTGRES, SECRET_KEYS: `${'c'.repeat(32)},${'d'.repeat(31)}` },
    'Please set SECRET_KEYS to one or more random texts of at least 32 characters, parted by commas; deploy/make-secrets.mjs makes one.',
  ],
  [
    { ...ON_POSTGRES, SECRET_KEYS_FILE: '/no/such/file' },
    'Please set SECRET_KEYS or SECRET_KEYS_FILE, not both.',
  ],
  [
    { ...ON_POSTGRES, SECRET_KEYS: undefined, SECRET_KEYS_FILE: '/no/such/file' },
    'Please set SECRET_KEYS_FILE to a file that this process may read and that is not empty.',
  ],
  [
    { ...ON_POSTGRES, SIGNING_KEYS: '{"keys":[]}' },
    'Please set SIGNING_KEYS to a JSON Web Key Set with at least one private key that has a kid.',
  ],
])('refuses %j with one sentence', (variables, sentence) => {
  const read = () => readConfig({ DATA_DIR: temporaryFolder(), ...variables });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(sentence);
});

// @proves 10.532
test.each([
  [
    { PORTAL_ORIGIN: 'https://portal.example' },
    'Please set DATABASE_URL, BRAND, IDP_ORIGIN, SMTP_URL, TURNSTILE_KEYS, VAPID_KEYS: https://portal.example is not this machine, and members there must not meet the demo. deploy/make-secrets.mjs makes the keys.',
  ],
  [
    { IDP_ORIGIN: 'https://id.example' },
    'Please set DATABASE_URL, BRAND, PORTAL_ORIGIN, SMTP_URL, TURNSTILE_KEYS, VAPID_KEYS: https://id.example is not',
  ],
  [
    { API_ORIGIN: 'http://192.168.1.5:4302', BRAND: EXAMPLE_BRAND },
    'Please set https in place of http://192.168.1.5:4302: without TLS others read what members send.',
  ],
  [
    {
      ...ON_POSTGRES,
      DATABASE_URL: undefined,
      BRAND: EXAMPLE_BRAND,
      PORTAL_ORIGIN: 'https://portal.example',
    },
    'Please set DATABASE_URL: https://portal.example is not',
  ],
  [
    { ...ON_POSTGRES, PORTAL_ORIGIN: 'https://localhost.example' },
    'Please set BRAND: https://local',
  ],
  [
    { ...ON_POSTGRES, PORTAL_ORIGIN: 'https://portal.example', BRAND: brandWith([]) },
    'Please add terms.json and passes.json to the folder of BRAND (docs/brand.md)',
  ],
  [
    { ...ON_POSTGRES, PORTAL_ORIGIN: 'https://portal.example', BRAND: brandWith(['terms.json']) },
    'Please add passes.json to the folder of BRAND (docs/brand.md): without it, members of https://portal.example would meet the terms and prices of the demo.',
  ],
])('refuses to show members of other machines the demo: %j', (variables, sentence) => {
  const read = () => readConfig({ DATA_DIR: temporaryFolder(), ...variables });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(sentence);
});

// @proves 10.532
test('a brand with terms and a database are enough', () => {
  const more = { PORTAL_ORIGIN: 'https://portal.example', BRAND: EXAMPLE_BRAND };
  expect(readConfig({ ...ON_POSTGRES, ...more }).portalOrigin).toBe('https://portal.example');
});

function brandWith(files: readonly string[]): string {
  const folder = temporaryFolder();
  const name = { ja: 'みなと水族館', en: 'Minato Aquarium' };
  writeFileSync(path.join(folder, 'brand.json'), JSON.stringify({ name }));
  for (const file of files) copyFileSync(path.join(EXAMPLE_BRAND, file), path.join(folder, file));
  return folder;
}

// @proves 10.152
test('reads a secret from the file that <NAME>_FILE names', () => {
  const folder = temporaryFolder();
  const files = Object.fromEntries(
    SECRET_SETTINGS.flatMap((name) => {
      const value = { ...ON_POSTGRES }[name as keyof typeof ON_POSTGRES];
      if (value === undefined) return [];
      const file = path.join(folder, name.toLowerCase());
      writeFileSync(file, `${value}\n`);
      return [[`${name}_FILE`, file]];
    }),
  );
  const { PORTAL_ORIGIN, IDP_ORIGIN } = ON_POSTGRES;
  expect(Object.keys(files)).toContain('DATABASE_URL_FILE');
  const { database, smtpUrl, secrets: read } = readConfig({ PORTAL_ORIGIN, IDP_ORIGIN, ...files });
  const expected = readConfig(ON_POSTGRES);
  expect(database).toEqual(expected.database);
  expect(smtpUrl).toBe(expected.smtpUrl);
  expect(read).toEqual(expected.secrets);
});

test('creates the secrets of the embedded default once, readable only by the owner', () => {
  const folder = temporaryFolder();
  const first = readConfig({ DATA_DIR: folder }).secrets;
  const second = readConfig({ DATA_DIR: folder }).secrets;
  expect(second).toEqual(first);
  const file = path.join(folder, 'secrets.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, 'utf8')).cookieKeys[0]).toHaveLength(43);
  expect(readConfig({ DATA_DIR: temporaryFolder() }).secrets.secretKeys).not.toEqual(
    first.secretKeys,
  );
});

test('stops on a damaged secrets file, because new secrets would sign everybody out', () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'secrets.json'), '{"cookieKeys":');
  expect(() => readConfig({ DATA_DIR: folder })).toThrow(
    /^Please restore or delete .*secrets\.json/,
  );
});

describe('push messages', () => {
  const DATA_DIR = temporaryFolder();
  const key = { kty: 'EC', crv: 'P-256', d: 'b'.repeat(43) };

  // @proves 15.41
  test('can have keys of their own, one or several', () => {
    expect(readConfig({ DATA_DIR }).vapidKeys).toBeUndefined();
    const VAPID_KEYS = JSON.stringify([key, key]);
    expect(readConfig({ DATA_DIR, VAPID_KEYS }).vapidKeys).toEqual([key, key]);
    expect(() => readConfig({ DATA_DIR, VAPID_KEYS: '[{}]' })).toThrow(
      'Please set VAPID_KEYS to one or more private P-256 keys, as JSON Web Keys in a list.',
    );
  });
});

// @proves 10.161
describe('another identity provider', () => {
  const OIDC_ISSUER = 'https://id.example/realms/members';
  const client = {
    OIDC_INTROSPECTION_CLIENT_ID: 'api',
    OIDC_INTROSPECTION_CLIENT_SECRET: 'secret',
  };
  const read = (settings: Record<string, string>) =>
    readConfig({ ...ON_POSTGRES, ...settings }).otherProvider;

  test('is none, or checks tokens by its keys, or by asking', () => {
    expect(read({})).toBeUndefined();
    expect(read({ OIDC_ISSUER, OIDC_AUDIENCE: 'api' })).toEqual({
      issuer: OIDC_ISSUER,
      tokens: { kind: 'jwt', audience: 'api' },
    });
    expect(read({ OIDC_ISSUER, ...client })).toMatchObject({
      tokens: { kind: 'introspection', clientId: 'api', clientSecret: 'secret' },
    });
  });

  test.each<[Record<string, string>, string]>([
    [{ OIDC_ISSUER }, 'Please set OIDC_AUDIENCE to'],
    [{ OIDC_AUDIENCE: 'api' }, 'Please set OIDC_ISSUER too'],
    [{ OIDC_ISSUER, OIDC_AUDIENCE: 'portal' }, 'that is not CLIENT_ID'],
    [{ OIDC_ISSUER, OIDC_INTROSPECTION_CLIENT_ID: 'api' }, '_CLIENT_SECRET too'],
    [
      { OIDC_ISSUER: 'http://id.example', OIDC_AUDIENCE: 'api' },
      'Please set OIDC_ISSUER to an address',
    ],
  ])('is refused with a sentence: %o', (settings, sentence) => {
    expect(() => read(settings)).toThrow(sentence);
  });
});
