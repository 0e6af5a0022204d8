import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { KoaContextWithOIDC } from 'oidc-provider';
import * as v from 'valibot';
import { type Config, readConfig } from './config.ts';
import type { ServerContext } from './context.ts';
import { issueDevicePass, readDevicePass } from './domain/known-devices.ts';
import { gateKeys } from './domain/passports/gate-keys.ts';
import { isValidImageLink, signPhotoLink } from './domain/passports/signed-image-links.ts';
import { vapidKeys } from './domain/push/vapid-keys.ts';
import { makeSigned, readSigned } from './domain/second-factors/signed-challenges.ts';
import { totpSeal } from './domain/second-factors/totp.ts';
import { sealedCookies } from './idp/http/sealed-cookie.ts';
import { openContent, sealContent } from './mail/sealed-content.ts';
import { releaseKeys } from './releases/release-keys.ts';
import { openText, sealText } from './sealed-text.ts';
import { isKeyedHash, keyedHash } from './secrets.ts';
import { callApi } from './testing/api-call.ts';
import { startTestServer, type TestServer } from './testing/index.ts';
import { secretsForEnvironment } from './testing/load.ts';
import { securityTable } from './testing/security-table.ts';

/** The settings of two installations: of ours, and of a thief who has made all keys anew. */
const OURS = secretsForEnvironment();
const THIEF = secretsForEnvironment();
type Key = keyof typeof OURS;
const configOf = (keys: typeof OURS): Config =>
  readConfig({
    DATABASE_URL: 'postgres://portal:secret@database/portal',
    PORTAL_ORIGIN: 'https://portal.example',
    IDP_ORIGIN: 'https://id.example',
    SMTP_URL: 'smtp://mail.example:587',
    ...keys,
  });

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
const contextOf = (keys: typeof OURS): ServerContext => ({
  ...server.context,
  config: configOf(keys),
});

/** What the thief makes, and whether our server takes it; or what ours has made, and the thief opens. */
type Attempt = (thief: ServerContext, ours: ServerContext) => boolean;
const ID = randomUUID();
const ATTEMPTS: Record<string, Attempt> = {
  'cookies of a sign-in': (thief, ours) => {
    const jar = new Map<string, string>();
    const cookies = {
      set: (name: string, value: string) => jar.set(name, value),
      get: (name: string) => jar.get(name),
    };
    const ctx = { cookies } as unknown as KoaContextWithOIDC;
    sealedCookies(thief).set(ctx, { name: 'x', path: '/' }, { forged: true }, 60);
    return sealedCookies(ours).read(ctx, 'x', v.looseObject({})) !== undefined;
  },
  'passes of known browsers': (thief, ours) =>
    readDevicePass(ours, issueDevicePass(thief, ID)) !== undefined,
  'challenges for passkeys': (thief, ours) => {
    const made = makeSigned(thief, { purpose: 'passkey-challenge', lifeMs: 60_000 });
    const text = made.toString('base64url');
    return readSigned(ours, { purpose: 'passkey-challenge' }, text) !== undefined;
  },
  'links of pictures': ({ config: { secrets }, clock }, ours) => {
    const { searchParams } = new URL(signPhotoLink({ secrets, clock }, ID), 'http://x');
    const given = Object.fromEntries(searchParams);
    const own = { secrets: ours.config.secrets, clock };
    return isValidImageLink(own, { kind: 'photo', id: ID }, given);
  },
  'codes from their hashes': (thief, ours) => {
    const hash = keyedHash(ours.config.secrets, 'verification-code', '123456');
    return isKeyedHash(thief.config.secrets, 'verification-code', '123456', hash);
  },
  'secrets of apps': (thief, ours) => {
    const sealed = sealText(ours.config.secrets, totpSeal(ID), 'secret');
    return openText(thief.config.secrets, totpSeal(ID), sealed) !== undefined;
  },
  'messages that wait': (thief, ours) => {
    const content = { subject: '', text: 'code', html: null, attachments: null };
    const sealed = sealContent(ours.config.secrets, ID, content);
    return openContent(thief.config.secrets, ID, sealed) !== undefined;
  },
  'operations of releases': (thief, ours) => {
    const { kid } = releaseKeys(thief.config).operator;
    return releaseKeys(ours.config).operators.some((key) => key.kid === kid);
  },
  'entries of the release log': (thief, ours) => {
    const { kid } = releaseKeys(thief.config).signing;
    return releaseKeys(ours.config).verifying.some((key) => key.kid === kid);
  },
  'gate codes': (thief, ours) => {
    const x = ({ config }: ServerContext) =>
      gateKeys(config).verifying.map((key) => key.export({ format: 'jwk' }).x);
    return x(ours).includes(x(thief)[0]);
  },
  'push messages': (thief, ours) =>
    vapidKeys(ours.config)[0].publicKey === vapidKeys(thief.config)[0].publicKey,
  'ID tokens': (thief, ours) => {
    const kids = ({ config }: ServerContext) => config.secrets.signingKeys.map(({ kid }) => kid);
    return kids(ours).includes(kids(thief)[0] ?? '');
  },
};

const ROWS = securityTable('Who holds what').map(
  ([key = '', makes = '']): [key: string, makes: string[]] => [
    key.replaceAll('`', ''),
    makes === 'nothing' ? [] : makes.split(', '),
  ],
);

test('the table of docs/security.md names every key of the server once', () => {
  expect(ROWS.map(([key]) => key).sort()).toEqual(Object.keys(OURS).sort());
});

// @proves 10.531
test.each(ROWS)('whoever has %s alone makes or opens: %j', (key, makes) => {
  const thief = contextOf({ ...THIEF, [key as Key]: OURS[key as Key] });
  const ours = contextOf(OURS);
  const found = Object.entries(ATTEMPTS).filter(([, attempt]) => attempt(thief, ours));
  expect(found.map(([name]) => name).sort()).toEqual([...makes].sort());
});

// @proves 10.531
test('an earlier key among others counts no more than that key', () => {
  const thief = contextOf({ ...THIEF, SECRET_KEYS: OURS.SECRET_KEYS });
  const ours = contextOf({ ...OURS, SECRET_KEYS: `${THIEF.OPERATOR_KEYS},${OURS.SECRET_KEYS}` });
  expect(ATTEMPTS['operations of releases']?.(thief, ours)).toBe(false);
  expect(ATTEMPTS['cookies of a sign-in']?.(thief, ours)).toBe(false);
});

// @proves 10.531
test('no key is an access token', async () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const keys = [...Object.values(OURS), privateKey.export({ format: 'jwk' }).d ?? ''];
  for (const key of keys.filter((one) => !one.startsWith('['))) {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await callApi(server, { method: 'GET', path: '/userinfo', headers });
    expect(answer.status).toBe(401);
  }
});
