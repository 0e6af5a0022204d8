import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { issueDevicePass } from '@portal/server-accounts/browsers/known-devices';
import { signedChallenge } from '@portal/server-accounts/second-step/signed-challenges';
import { totpSeal } from '@portal/server-accounts/second-step/totp';
import { sealedCookies } from '@portal/server-identity/http/sealed-cookie';
import { openContent, sealContent } from '@portal/server-mail/queue';
import { unsubscribeUrl } from '@portal/server-members/unsubscribe';
import { openBody, sealLinkCode } from '@portal/server-notifications/notifications';
import { vapidKeys } from '@portal/server-notifications/push/settings';
import { signPhotoLink } from '@portal/server-passports/passport/photos';
import { callbackSignature, SIGNATURE_HEADER } from '@portal/server-passports/payments/provider';
import {
  signTurnstileCode,
  turnstileKeys,
  windowOf,
} from '@portal/server-passports/turnstile/code-format';
import { openText, sealText } from '@portal/server-platform/crypto/sealed-text';
import { newSecret } from '@portal/server-platform/limits/one-time-secrets';
import { signInClient } from '@portal/server-testing/account-client';
import { callApi } from '@portal/server-testing/api-call';
import { testConfig } from '@portal/server-testing/config';
import { addPasskey } from '@portal/server-testing/idp/add-passkey';
import { createBrowser, type TestBrowser, type Visit } from '@portal/server-testing/idp/browser';
import { PORTAL, startTestIdp, type TestIdp } from '@portal/server-testing/idp/idp';
import { createPortal } from '@portal/server-testing/idp/portal';
import { secretsForEnvironment } from '@portal/server-testing/load';
import { createPassportClient, newStaff } from '@portal/server-testing/passports';
import { clientOf } from '@portal/server-testing/releases/teams';
import { securityTable } from '@portal/server-testing/security-table';
import { DEVICE_TOKEN_PARAMETER, type Passport } from '@portal/shared-contract';
import { isKeyedHash, keyedHash } from '@portal/shared-process/secrets';
import { importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import type { KoaContextWithOIDC } from 'oidc-provider';
import webPush from 'web-push';
import { type Config, readConfig } from './config.ts';
import type { ServerContext } from './context.ts';

/** The settings of two installations: of ours, and of a thief who has made all keys anew. */
const settings = () => ({
  ...secretsForEnvironment(),
  PAYMENT_SECRET: randomUUID(),
  RELEASE_TOKEN: newSecret(),
});
const OURS = settings();
const THIEF = settings();
type Key = keyof typeof OURS;
const configOf = (keys: typeof OURS): Config =>
  readConfig({
    DATABASE_URL: 'postgres://portal:secret@database/portal',
    PORTAL_ORIGIN: 'https://portal.localhost',
    IDP_ORIGIN: 'https://id.localhost',
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
/** A member with a passkey, which the sign-in page offers first in a browser that knows the member. */
let owner: { readonly id: string };
let passkey: Awaited<ReturnType<typeof addPasskey>>;
beforeAll(async () => {
  const { secrets, turnstileKeys, vapidKeys, releases: ofOurs } = configOf(OURS);
  const { payment: sandbox, releases } = testConfig();
  const { token } = ofOurs;
  const config = { secrets, turnstileKeys, vapidKeys, releases: { ...releases, token } };
  server = await startTestIdp({
    config: { ...config, ...(sandbox && { payment: { ...sandbox, secret: OURS.PAYMENT_SECRET } }) },
  });
  owner = await server.createMember({});
  passkey = await addPasskey(server, owner.id, server.issuer);
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

/** The sign-in page, as a page of the portal leads there. */
async function openSignIn(browser: TestBrowser, extra: Record<string, string> = {}) {
  const { authorization } = await createPortal(server, browser);
  const { url } = await authorization({ prompt: 'login', ...extra });
  return browser.go(url, { headers: { referer: `${PORTAL}/` } });
}
const knowsTheOwner = ({ html }: Visit) =>
  /<form id="passkey"[\s\S]*?<button class="(\w+)"/.exec(html)?.[1] === 'primary';

/** What the thief makes, and whether we take it; or what ours has made, and the thief opens. */
type Attempt = (thief: ServerContext, ours: ServerContext) => boolean | Promise<boolean>;
const ID = randomUUID();
const ATTEMPTS: Record<string, Attempt> = {
  'cookies of a sign-in': async ({ clock, config: { secrets } }) => {
    const browser = createBrowser(server.issuer);
    const path = '/sign-in';
    const set = (name: string, value: string) =>
      browser.jar.set(`${name} ${path}`, { value, path });
    const ctx = { cookies: { set } } as unknown as KoaContextWithOIDC;
    const config = { ...server.context.config, secrets };
    const devices = [{ memberId: owner.id, device: randomUUID(), since: 0 }];
    sealedCookies({ config, clock }).set(ctx, { name: 'idp_devices', path }, devices, 60);
    return knowsTheOwner(await openSignIn(browser));
  },
  'passes of known browsers': async (thief) => {
    const pass = { [DEVICE_TOKEN_PARAMETER]: issueDevicePass(thief, owner.id) };
    const browser = createBrowser(server.issuer);
    await openSignIn(browser, pass);
    return knowsTheOwner(await openSignIn(browser));
  },
  // The passkey is the member's own: a challenge alone signs nobody in.
  'challenges for passkeys': async (thief) => {
    const browser = createBrowser(server.issuer);
    const page = await openSignIn(browser);
    const challenge = Buffer.from(signedChallenge(thief, 60_000)).toString('base64url');
    const body = new URLSearchParams({ credential: passkey.answer({ challenge }) });
    const headers = { origin: server.issuer };
    const address = `${page.url.pathname}/passkey`;
    const { url } = await browser.go(address, { method: 'POST', body, headers });
    return url.searchParams.has('code');
  },
  'links of pictures': async (thief) => {
    const link = new URL(signPhotoLink(thief, photo), 'http://x');
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
    const content = {
      subject: '',
      text: 'code',
      html: null,
      attachments: null,
      unsubscribeUrl: null,
    };
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
  'links that end optional mails': async ({ config: { secrets } }) => {
    const link = unsubscribeUrl({ secrets, portalOrigin: PORTAL }, 'news', owner.id);
    const request = new Request(link.replace(`${PORTAL}/api`, 'http://localhost:4302'), {
      method: 'POST',
    });
    return (await server.api.fetch(request)).ok;
  },
  'operations of releases': async (thief) => {
    const client = clientOf(server, thief.config.releases.token ?? '');
    return client.lastEntry().then(
      () => true,
      () => false,
    );
  },
  'callbacks of payments': async ({ config }) => {
    const body = JSON.stringify({ id: payment, status: 'paid', amount: 9800 });
    const headers = { [SIGNATURE_HEADER]: callbackSignature(config.payment?.secret ?? '', body) };
    const request = { method: 'POST', headers, body };
    const url = 'http://localhost:4302/payments/callback';
    return (await server.api.fetch(new Request(url, request))).ok;
  },
  'turnstile codes': async (thief) => {
    const claims = { passportId: passport.id, window: windowOf(thief.clock.now()), version: 1 };
    const code = signTurnstileCode(turnstileKeys(thief.config).signing, claims);
    const body = { code, request_id: randomUUID() };
    const call = { method: 'POST', path: '/operator/turnstile', body, headers: staff };
    return (await callApi(server, call)).body.valid;
  },
  // As a push service checks it, with the key that our server tells browsers (RFC 8292 §4.2).
  'push messages': async ({ config }) => {
    const client = await signInClient(server, owner.id);
    const { push_key } = (await client.call('GET', '/me/reminders')).body.data;
    const [{ publicKey, privateKey }] = vapidKeys(config);
    const signed = [
      'https://fcm.googleapis.com',
      'https://portal.localhost',
      publicKey,
      privateKey,
    ];
    const { Authorization } = webPush.getVapidHeaders(
      ...(signed as [string, string, string, string]),
      'aes128gcm',
    );
    const token = /t=([\w.-]+)/.exec(Authorization)?.[1] ?? '';
    const point = Buffer.from(push_key, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
      half.toString('base64url'),
    );
    const key = await importJWK({ kty: 'EC', crv: 'P-256', x, y } as JWK, 'ES256');
    return jwtVerify(token, key).then(
      () => true,
      () => false,
    );
  },
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
  const ours = contextOf({ ...OURS, SECRET_KEYS: `${THIEF.SECRET_KEYS},${OURS.SECRET_KEYS}` });
  expect(await ATTEMPTS['cookies of a sign-in']?.(thief, ours)).toBe(false);
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
