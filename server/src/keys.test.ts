import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { Passport } from '@portal/shared-contract';
import { makeKey } from '@portal/shared-release/log/testing';
import { importJWK, SignJWT } from 'jose';
import type { KoaContextWithOIDC } from 'oidc-provider';
import * as v from 'valibot';
import { type Config, readConfig } from './config.ts';
import type { ServerContext } from './context.ts';
import { issueDevicePass, readDevicePass } from './domain/known-devices.ts';
import { openBody, sealLinkCode } from './domain/notifications.ts';
import { signGateCode, windowOf } from './domain/passports/gate-code-format.ts';
import { gateKeys } from './domain/passports/gate-keys.ts';
import { signPhotoLink } from './domain/passports/signed-image-links.ts';
import { vapidKeys } from './domain/push/vapid-keys.ts';
import { makeSigned, readSigned } from './domain/second-factors/signed-challenges.ts';
import { totpSeal } from './domain/second-factors/totp.ts';
import { sealedCookies } from './idp/http/sealed-cookie.ts';
import { startTestIdp, type TestIdp } from './idp/testing/idp.ts';
import { createPortal } from './idp/testing/portal.ts';
import { openContent, sealContent } from './mail/sealed-content.ts';
import { callbackSignature, SIGNATURE_HEADER } from './payments/callback-signature.ts';
import { releaseKeys } from './releases/release-keys.ts';
import { teamClient } from './releases/testing/teams.ts';
import { openText, sealText } from './sealed-text.ts';
import { isKeyedHash, keyedHash } from './secrets.ts';
import { callApi } from './testing/api-call.ts';
import { testConfig } from './testing/config.ts';
import { secretsForEnvironment } from './testing/load.ts';
import { createPassportClient, newStaff } from './testing/passports.ts';
import { securityTable } from './testing/security-table.ts';

/** The settings of two installations: of ours, and of a thief who has made all keys anew. */
const settings = () => ({ ...secretsForEnvironment(), PAYMENT_SECRET: randomUUID() });
const OURS = settings();
const THIEF = settings();
type Key = keyof typeof OURS;
const configOf = (keys: typeof OURS): Config =>
  readConfig({
    DATABASE_URL: 'postgres://portal:secret@database/portal',
    PORTAL_ORIGIN: 'https://portal.example',
    IDP_ORIGIN: 'https://id.example',
    SMTP_URL: 'smtp://mail.example:587',
    PAYMENT_URL: 'https://payments.example',
    ...keys,
  });

let server: TestIdp;
/** A passport, and its photo. */
let passport: Passport;
let photo: string;
/** A payment that waits. */
let payment: string;
let staff: Readonly<Record<string, string>>;
beforeAll(async () => {
  const { secrets, gateKeys, vapidKeys } = configOf(OURS);
  const { payment: sandbox } = testConfig();
  const config = { secrets, gateKeys, vapidKeys };
  server = await startTestIdp({
    config: { ...config, ...(sandbox && { payment: { ...sandbox, secret: OURS.PAYMENT_SECRET } }) },
  });
  const buyer = await createPassportClient(server);
  photo = await buyer.newPhoto();
  passport = await buyer.buyPaid();
  const order = await buyer.order({ payment_type: 'card' });
  const { payment_url } = (await buyer.call('POST', '/passports', order)).body;
  payment = new URL(payment_url).pathname.split('/').at(-1) ?? '';
  staff = { authorization: `Bearer ${(await newStaff(server)).token}` };
});
afterAll(() => server.close());
const contextOf = (keys: typeof OURS): ServerContext => ({
  ...server.context,
  config: configOf(keys),
});

/**
 * What the thief makes, and whether our running server takes it, or its own code where an answer would not
 * tell; or what ours has made, and the thief opens.
 */
type Attempt = (thief: ServerContext, ours: ServerContext) => boolean | Promise<boolean>;
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
  'links of pictures': async ({ config: { secrets }, clock }) => {
    const link = new URL(signPhotoLink({ secrets, clock }, photo), 'http://x');
    const path = link.pathname.replace(/^\/api/, '') + link.search;
    const request = new Request(`http://localhost:4302${path}`);
    return (await server.api.fetch(request)).status === 200;
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
  'links in notifications': (thief, ours) => {
    const sealedCode = sealLinkCode(ours.config.secrets, ID, 'the-code');
    const body = { ja: '#code=', en: '#code=' };
    return openBody(thief.config.secrets, { memberId: ID, body, sealedCode }).en.includes(
      'the-code',
    );
  },
  'operations of releases': async (thief) => {
    const client = teamClient(server, 'operator', releaseKeys(thief.config).operator);
    const { publicKey } = makeKey('key of a thief');
    const team = { name: 'thief', keys: [publicKey], parts: ['account'], segments: ['/account'] };
    return client.operate({ type: 'setTeam', ...team }).then(
      () => true,
      () => false,
    );
  },
  'callbacks of payments': async ({ config }) => {
    const body = JSON.stringify({ id: payment, status: 'paid' });
    const headers = { [SIGNATURE_HEADER]: callbackSignature(config.payment?.secret ?? '', body) };
    const request = { method: 'POST', headers, body };
    const url = 'http://localhost:4302/payments/callback';
    return (await server.api.fetch(new Request(url, request))).ok;
  },
  'entries of the release log': (thief, ours) => {
    const { kid } = releaseKeys(thief.config).signing;
    return releaseKeys(ours.config).verifying.some((key) => key.kid === kid);
  },
  'gate codes': async (thief) => {
    const claims = { passportId: passport.id, window: windowOf(thief.clock.now()), version: 1 };
    const code = signGateCode(gateKeys(thief.config).signing, claims);
    const body = { code, request_id: randomUUID() };
    const call = { method: 'POST', path: '/operator/gate', body, headers: staff };
    return (await callApi(server, call)).body.valid;
  },
  'push messages': (thief, ours) =>
    vapidKeys(ours.config)[0].publicKey === vapidKeys(thief.config)[0].publicKey,
  'ID tokens': async ({ config }) => {
    const [key] = config.secrets.signingKeys;
    const alg = String(key?.alg);
    const hint = await new SignJWT({ sub: ID })
      .setProtectedHeader({ alg, kid: String(key?.kid) })
      .setIssuer(server.issuer)
      .setAudience('portal')
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(await importJWK({ ...key }, alg));
    const portal = await createPortal(server);
    const { url } = await portal.authorization({ prompt: 'none', id_token_hint: hint });
    const back = await portal.browser.go(url);
    // Nobody is signed in there: the hint is taken, or refused before.
    return back.url.searchParams.get('error') === 'login_required';
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
test.each(ROWS)('whoever has %s alone makes or opens: %j', async (key, makes) => {
  const thief = contextOf({ ...THIEF, [key as Key]: OURS[key as Key] });
  const ours = contextOf(OURS);
  const found: string[] = [];
  for (const [name, attempt] of Object.entries(ATTEMPTS)) {
    if (await attempt(thief, ours)) found.push(name);
  }
  expect(found.sort()).toEqual([...makes].sort());
});

// @proves 10.531
test('an earlier key among others counts no more than that key', async () => {
  const thief = contextOf({ ...THIEF, SECRET_KEYS: OURS.SECRET_KEYS });
  const ours = contextOf({ ...OURS, SECRET_KEYS: `${THIEF.OPERATOR_KEYS},${OURS.SECRET_KEYS}` });
  expect(await ATTEMPTS['operations of releases']?.(thief, ours)).toBe(false);
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
