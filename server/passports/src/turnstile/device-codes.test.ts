import { generateKeyPairSync, sign } from 'node:crypto';
import { oidcSessions } from '@portal/server-members/schema/sessions';
import { dayOf } from '@portal/server-platform/clock';
import { sharedServer } from '@portal/server-testing';
import { callApi } from '@portal/server-testing/api-call';
import { makeBrowserKey } from '@portal/server-testing/browser-key';
import {
  checkAtTurnstile,
  createPassportClient,
  type PassportClient,
  verdictOf,
} from '@portal/server-testing/passports';
import { createTurnstileDevice, NO_DEVICE_KEY } from '@portal/server-testing/turnstile-device';
import { CODE_PERIOD_S, todayInJapan } from '@portal/shared-contract';
import {
  deviceCodeParts,
  deviceCodeText,
  GRANT_BYTES,
  grantInPeriod,
} from '@portal/shared-contract/device-codes';
import { generateSecrets } from '@portal/shared-process/secrets';
import { eq } from 'drizzle-orm';
import { passports } from '../schema/passports.ts';
import { turnstileKeys, windowOf } from './code-format.ts';
import { type GrantClaims, readGrant, sessionTag, signGrant } from './grant-format.ts';
import { readShownCode, timeOfShownCode } from './read-shown-code.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const PASSPORT_ID = '0b7d2c1e-6f0a-4b52-9f6d-3c1d2e4f5a6b';
const MIDNIGHT = new Date('2026-11-23T00:00:00+09:00');
const NOON = new Date(MIDNIGHT.getTime() + 12 * HOUR_MS);

const keys = turnstileKeys({ secrets: generateSecrets(), turnstileKeys: undefined });
const device = createTurnstileDevice();
const CLAIMS: GrantClaims = {
  passportId: PASSPORT_ID,
  version: 3,
  from: MIDNIGHT,
  until: new Date(MIDNIGHT.getTime() + 2 * DAY_MS),
  session: sessionTag('a session'),
  deviceKey: device.deviceKey,
};
const grant = signGrant(keys.signing, CLAIMS);
const code = device.code(grant, windowOf(NOON));
const read = (text: string) => readShownCode(text, keys.verifying);

describe('the code of a device', () => {
  // @proves 14.60
  test('says of the session nothing but a name that only the server can tell', () => {
    expect(CLAIMS.session).toMatch(/^[0-9a-f]{8}$/);
    expect(Buffer.from(grant).includes('a session')).toBe(false);
  });

  // @proves 14.62
  test.each([
    ['passport', 0, 16, 'forged'],
    ['version', 16, 4, 'forged'],
    ['first day', 20, 2, 'forged'],
    ['number of days', 22, 1, 'forged'],
    ['session', 23, 4, 'forged'],
    ['device key', 27, 33, 'forged'],
    ['signature of the server', 60, 64, 'forged'],
    ['period', 124, 4, 'other_device'],
    ['signature of the device', 128, 64, 'other_device'],
  ])('is refused when any bit of its %s is changed', (_, at, length, reason) => {
    const { signed, signature } = deviceCodeParts(code) ?? { signed: [], signature: [] };
    for (let bit = at * 8; bit < (at + length) * 8; bit += 1) {
      const bytes = Buffer.from([...signed, ...signature]);
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(read(deviceCodeText(bytes.subarray(0, 128), bytes.subarray(128)))).toBe(reason);
    }
  });

  // @proves 14.62
  test('is refused from another device, which has copied the grant', () => {
    expect(read(createTurnstileDevice().code(grant, windowOf(NOON)))).toBe('other_device');
  });

  test('is refused if another server has signed the grant, or its key is none', () => {
    const others = turnstileKeys({ secrets: generateSecrets(), turnstileKeys: undefined });
    expect(read(device.code(signGrant(others.signing, CLAIMS), windowOf(NOON)))).toBe('forged');
    const keyless = signGrant(keys.signing, { ...CLAIMS, deviceKey: NO_DEVICE_KEY });
    expect(read(device.code(keyless, windowOf(NOON)))).toBe('other_device');
  });

  // @proves 14.62
  test('is refused with a signature that either side made for something else', () => {
    const claims = grant.subarray(0, 60);
    for (const domain of ['', 'portal:passport-code:v1\0', 'portal:device-code:v1\0']) {
      const signature = sign(null, Buffer.concat([Buffer.from(domain), claims]), keys.signing);
      const other = Buffer.concat([claims, signature]);
      expect(read(device.code(other, windowOf(NOON)))).toBe('forged');
    }
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(-64);
    const parity = 2 + ((point.at(-1) ?? 0) & 1);
    const compressed = Buffer.concat([Buffer.from([parity]), point.subarray(0, 32)]);
    const signed = grantInPeriod(
      signGrant(keys.signing, { ...CLAIMS, deviceKey: compressed }),
      windowOf(NOON),
    );
    for (const [domain, verdict] of [
      ['', 'other_device'],
      ['portal:gate-grant:v1\0', 'other_device'],
      ['portal:device-code:v1\0', expect.objectContaining({ passportId: PASSPORT_ID })],
    ] as const) {
      const message = Buffer.concat([Buffer.from(domain), signed]);
      const signature = sign('sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' });
      expect(read(deviceCodeText(signed, signature))).toEqual(verdict);
    }
  });

  // @proves 14.61 14.62
  test.each([
    ['in its period', NOON, 0, 'now'],
    ['one period before', NOON, 1, 'now'],
    ['two periods before', NOON, 2, 'early'],
    ['one period after', NOON, -1, 'now'],
    ['two periods after', NOON, -2, 'late'],
    ['at the first moment', MIDNIGHT, 0, 'now'],
    ['for the period before the first day', MIDNIGHT, -1, 'grant_early'],
    ['for the first day, a period before', new Date(MIDNIGHT.getTime() - 1), 1, 'now'],
    ['at the last moment', new Date(CLAIMS.until.getTime() - 1), 0, 'now'],
    ['for the last period, a period later', CLAIMS.until, -1, 'now'],
    ['for the next day', CLAIMS.until, 0, 'grant_ended'],
    ['for a period as late as can be', NOON, 0xffffffff - windowOf(NOON), 'early'],
    ['a month later', new Date(NOON.getTime() + 30 * DAY_MS), 0, 'grant_ended'],
    ['a month before', new Date(NOON.getTime() - 30 * DAY_MS), 0, 'grant_early'],
  ] as const)('%s is: %s + %i periods: %s', (_, now, off, time) => {
    const claims = read(device.code(grant, windowOf(now) + off));
    if (typeof claims === 'string') throw new Error(claims);
    expect(timeOfShownCode(claims, now)).toBe(time);
  });
});

describe('a grant', () => {
  const server = sharedServer({ config: { callsPerMinute: 100_000 } });
  let hanako: PassportClient;
  beforeEach(async () => {
    server.clock.set(NOON);
    hanako = await createPassportClient(server);
  });
  const serverKeys = () => turnstileKeys(server.context.config).verifying;
  /** Asks for a grant in a new session of the client. */
  const ask = (client: PassportClient, id: string, body: object = device.body) =>
    client.call('POST', `/passports/${id}/turnstile-grant`, body);
  const grantFor = async (client: PassportClient, id: string): Promise<string> => {
    const { body } = await ask(client, id);
    if (!body.data) throw new Error(body.error);
    return body.data.grant;
  };
  const check = (text: string) => checkAtTurnstile(server, text);
  const checkNow = (granted: string) => check(device.code(granted, windowOf(server.clock.now())));
  /** Each in a period of its own, since a passport is used once in each. */
  const checkEach = async (grants: readonly string[]) => {
    const verdicts: string[] = [];
    for (const granted of grants) {
      server.clock.advance(CODE_PERIOD_S * 1000);
      verdicts.push(await checkNow(granted));
    }
    return verdicts;
  };
  /** The sessions of tests end after a day, those of members after 14. */
  const keepSignedIn = (client: PassportClient) =>
    server.db
      .update(oidcSessions)
      .set({ expiresAt: new Date(server.clock.now().getTime() + 14 * DAY_MS) })
      .where(eq(oidcSessions.memberId, client.id));
  const change = (id: string, columns: Partial<typeof passports.$inferInsert>) =>
    server.db.update(passports).set(columns).where(eq(passports.id, id));

  // @proves 7.169 14.60 14.61
  test('lets a device make codes until the end of tomorrow', async () => {
    const { id } = await hanako.buyPaid();
    const { data } = (await ask(hanako, id)).body;
    expect(data).toEqual({
      server_time: NOON.toISOString(),
      grant: expect.stringMatching(/^[\w-]{166}$/),
      valid_from: MIDNIGHT.toISOString(),
      valid_until: CLAIMS.until.toISOString(),
    });
    expect(Buffer.from(data.grant, 'base64url')).toHaveLength(GRANT_BYTES);
    await keepSignedIn(hanako);
    for (const hours of [0, 1, 24, 35]) {
      server.clock.set(new Date(NOON.getTime() + hours * HOUR_MS));
      expect(await checkNow(data.grant)).toBe('valid');
    }
    server.clock.set(new Date(NOON.getTime() + 36 * HOUR_MS));
    expect(await checkNow(data.grant)).toBe('grant_ended');
  });

  // @proves 14.61
  test('ends with the last day of the passport, and begins with its first', async () => {
    const passport = await hanako.buyPaid();
    const last = new Date(`${passport.ext_expiration_date}T12:00:00+09:00`);
    const days = async (now: number) => {
      server.clock.set(new Date(now));
      const answer = await ask(hanako, passport.id);
      const { valid_from, valid_until } = answer.body.data ?? {};
      return (
        answer.body.error ?? [valid_from, valid_until].map((moment) => dayOf(new Date(moment)))
      );
    };
    const day = dayOf(last);
    expect(await days(last.getTime() - DAY_MS)).toEqual([day - 1, day + 1]);
    expect(await days(last.getTime())).toEqual([day, day + 1]);
    expect(await days(last.getTime() + DAY_MS)).toBe('ap_passport.qr_code_url.access_denied');

    server.clock.set(NOON);
    const start = todayInJapan(new Date(NOON.getTime() + 2 * DAY_MS));
    const later = await hanako.buyPaid({ usage_start_date: start });
    expect(verdictOf(await ask(hanako, later.id))).toBe(
      '422 ap_passport.qr_code_url.access_denied',
    );
    server.clock.set(new Date(NOON.getTime() + DAY_MS));
    const { data } = (await ask(hanako, later.id)).body;
    expect(
      [data.valid_from, data.valid_until].map((moment) => todayInJapan(new Date(moment))),
    ).toEqual([start, todayInJapan(new Date(NOON.getTime() + 3 * DAY_MS))]);
    await keepSignedIn(hanako);
    expect(await checkNow(data.grant)).toBe('grant_early');
    server.clock.set(new Date(NOON.getTime() + 2 * DAY_MS));
    expect(await checkNow(data.grant)).toBe('valid');
  });

  // @proves 14.60
  test.each([
    [
      'a cancelled passport',
      { canceledAt: new Date() },
      '403 ap_passport.canceled_at.access_denied',
    ],
    [
      'a passport in transfer',
      { transferStatus: 'transferring' },
      '422 ap_passport.qr_code_url.access_denied',
    ],
    [
      'an unpaid passport',
      { paymentStatus: 'pending' },
      '422 ap_passport.qr_code_url.access_denied',
    ],
    ['a passport without a photo', { photoId: null }, '422 ap_passport.photo.required'],
  ] as const)('is not made for %s', async (_, columns, verdict) => {
    const { id } = await hanako.buyPaid();
    await change(id, columns);
    expect(verdictOf(await ask(hanako, id))).toBe(verdict);
  });

  // @proves 14.60
  test('is for the owner alone, and for a key that is one', async () => {
    const { id } = await hanako.buyPaid();
    const taro = await createPassportClient(server);
    expect(verdictOf(await ask(taro, id))).toBe('404 ap_passport.not_found');
    await hanako.offer(id, taro.code);
    expect(verdictOf(await ask(taro, id))).toBe('403 ap_passport.user.access_denied');
    const other = await hanako.buyPaid();
    for (const key of ['', 'x'.repeat(44), NO_DEVICE_KEY.toString('base64url'), undefined]) {
      const { status, body } = await ask(hanako, other.id, { device_key: key });
      expect([status, body.error_descriptions]).toEqual([422, { device_key: ['invalid'] }]);
    }
  });

  // @proves 14.478
  test('is for the browser that signed in: not for a stolen token, nor for the key of a thief', async () => {
    const { id } = await hanako.buyPaid();
    const { accessToken, prove } = await server.signInAs(hanako.id);
    const request = { method: 'POST', path: `/passports/${id}/turnstile-grant`, body: device.body };
    const url = `http://localhost:4302${request.path}`;
    const now = server.clock.now();
    const askWith = async (dpop?: string) => {
      const authorization = `Bearer ${accessToken}`;
      const headers = { authorization, ...(dpop && { dpop }) };
      return verdictOf(await callApi(server, { ...request, headers }));
    };
    const thief = makeBrowserKey().prove({ method: 'POST', url, accessToken, now });
    const signature = prove({ method: 'POST', url });
    for (const dpop of [undefined, thief, prove({ method: 'GET', url })]) {
      expect(await askWith(dpop)).toBe('403 auth.browser_unknown');
    }
    expect(await askWith(signature)).toBe('200');
    expect(await askWith(signature)).toBe('403 auth.browser_unknown');
  });

  // @proves 14.34 14.63
  test.each([
    ['cancelled', { canceledAt: new Date() }, 'canceled'],
    ['offered', { transferStatus: 'transferring' }, 'transferring'],
    ['unpaid again', { paymentStatus: 'pending' }, 'payment_pending'],
    ['without its photo', { photoId: null }, 'no_photo'],
    ['of a new version', { codeVersion: 9 }, 'replaced'],
  ] as const)(
    'opens no turnstile with a connection once the passport is %s',
    async (_, columns, reason) => {
      const { id } = await hanako.buyPaid();
      const granted = await grantFor(hanako, id);
      await change(id, columns);
      expect(await checkNow(granted)).toBe(reason);
    },
  );

  // @proves 14.34 14.63
  test('from before a transfer opens nothing for either member', async () => {
    const taro = await createPassportClient(server);
    const { id } = await hanako.buyPaid();
    const granted = await grantFor(hanako, id);
    await hanako.offer(id, taro.code);
    await taro.answer(id, 'accepted');
    await taro.call('PUT', `/passports/${id}`, { photo_id: await taro.newPhoto() });
    expect(await checkNow(granted)).toBe('replaced');
    expect(await checkNow(await grantFor(taro, id))).toBe('valid');
  });

  // @proves 14.63
  test('ends with the sign-out of its device alone, or of all', async () => {
    const { id } = await hanako.buyPaid();
    const granted = await grantFor(hanako, id);
    const name = readGrant(Buffer.from(granted, 'base64url'), serverKeys())?.session;
    const others = await grantFor(hanako, id);
    const devices = (await hanako.call('GET', '/me/devices')).body.data as { id: string }[];
    const lost = devices.find((one) => sessionTag(one.id) === name);
    expect(await checkEach([granted, others])).toEqual(['valid', 'valid']);
    await hanako.call('DELETE', `/me/devices/${lost?.id}`);
    expect(await checkEach([granted, others])).toEqual(['signed_out', 'valid']);
    await hanako.call('DELETE', '/me/devices');
    expect(await checkEach([granted, others])).toEqual(['replaced', 'replaced']);
  });

  test('of another member’s session opens nothing', async () => {
    const { id } = await hanako.buyPaid();
    const taro = await createPassportClient(server);
    await taro.call('GET', '/passports');
    const [session] = await server.context.sessions.list(server.context, taro.id);
    const made = signGrant(turnstileKeys(server.context.config).signing, {
      ...CLAIMS,
      passportId: id,
      version: 1,
      session: sessionTag(session?.id ?? ''),
    });
    expect(await checkNow(made.toString('base64url'))).toBe('signed_out');
  });
});
