import { randomUUID } from 'node:crypto';
import { sharedServer } from '@portal/server-testing';
import { callApi } from '@portal/server-testing/api-call';
import { COMPLETE_MEMBER } from '@portal/server-testing/members';
import {
  actAsOperator,
  askOperator,
  checkAtTurnstile,
  createPassportClient,
  newStaff,
  type PassportClient,
} from '@portal/server-testing/passports';
import { CODE_PERIOD_S, CODES_AHEAD, type TurnstileCode } from '@portal/shared-contract';
import { generateSecrets } from '@portal/shared-process/secrets';
import { eq } from 'drizzle-orm';
import { passports } from '../schema/passports.ts';
import {
  readTurnstileCode,
  signTurnstileCode,
  timeOfCode,
  turnstileKeys,
  windowOf,
} from './code-format.ts';

const PERIOD_MS = CODE_PERIOD_S * 1000;
const PASSPORT_ID = '0b7d2c1e-6f0a-4b52-9f6d-3c1d2e4f5a6b';
const CLAIMS = { passportId: PASSPORT_ID, window: 59_000_000, version: 3 };

describe('the text of a turnstile code', () => {
  const keys = turnstileKeys({ secrets: generateSecrets(), turnstileKeys: undefined });
  const text = signTurnstileCode(keys.signing, CLAIMS);

  // @proves 14.31
  test('holds passport, period and version, and fits a small QR code', () => {
    expect(readTurnstileCode(text, keys.verifying)).toEqual(CLAIMS);
    expect(text).toMatch(/^P1\.[\w-]{119}$/);
  });

  // @proves 14.33
  test('is invalid with any one character changed', () => {
    for (let at = 0; at < text.length; at += 1) {
      for (const letter of ['A', 'z', '-']) {
        if (text[at] === letter) continue;
        const changed = text.slice(0, at) + letter + text.slice(at + 1);
        const read = readTurnstileCode(changed, keys.verifying);
        // The last character has unused bits.
        if (at === text.length - 1 && typeof read === 'object') expect(read).toEqual(CLAIMS);
        else expect(['malformed', 'forged']).toContain(read);
      }
    }
  });

  test("is forged if another server's key signed it", () => {
    const others = turnstileKeys({ secrets: generateSecrets(), turnstileKeys: undefined });
    expect(readTurnstileCode(text, others.verifying)).toBe('forged');
  });

  test.each([
    [-2, 'late'],
    [-1, 'now'],
    [0, 'now'],
    [1, 'now'],
    [2, 'early'],
  ])('is at %i periods off: %s', (off, time) => {
    const now = new Date(CLAIMS.window * PERIOD_MS + 12_345);
    expect(timeOfCode({ ...CLAIMS, window: CLAIMS.window + off }, now)).toBe(time);
  });
});

describe('checking a turnstile code', () => {
  const server = sharedServer({ config: { callsPerMinute: 100_000 } });
  let hanako: PassportClient;
  beforeEach(async () => {
    hanako = await createPassportClient(server);
  });
  const codesOf = async (client: PassportClient, id: string): Promise<TurnstileCode[]> =>
    (await client.call('GET', `/passports/${id}/code`)).body.data.codes;
  const check = (code: TurnstileCode | undefined) => checkAtTurnstile(server, code?.text ?? '');
  const checkInOrder = async (codes: readonly TurnstileCode[]) => {
    const verdicts: string[] = [];
    for (const code of codes) verdicts.push(await check(code));
    return verdicts;
  };
  const change = (id: string, columns: Partial<typeof passports.$inferInsert>) =>
    server.db.update(passports).set(columns).where(eq(passports.id, id));

  // @proves 7.68 9.27 14.32
  test('answers ten codes without a gap, from the current period on', async () => {
    const { id } = await hanako.buyPaid();
    const answer = (await hanako.call('GET', `/passports/${id}/code`)).body.data;
    const now = server.clock.now();
    expect([answer.server_time, answer.period_s]).toEqual([now.toISOString(), 30]);
    expect(answer.codes).toHaveLength(CODES_AHEAD);
    for (const [index, code] of (answer.codes as TurnstileCode[]).entries()) {
      const from = (windowOf(now) + index) * PERIOD_MS;
      expect([code.valid_from, code.valid_until].map((moment) => Date.parse(moment))).toEqual([
        from,
        from + PERIOD_MS,
      ]);
    }
    expect(new Set(answer.codes.map(({ text }: TurnstileCode) => text)).size).toBe(CODES_AHEAD);
  });

  // @proves 14.33
  test('accepts a code in its period and one period before and after', async () => {
    const { id } = await hanako.buyPaid();
    const codes = await codesOf(hanako, id);
    expect(await checkInOrder(codes.slice(0, 4))).toEqual(['valid', 'valid', 'early', 'early']);
    server.clock.advance(3 * PERIOD_MS);
    expect(await checkInOrder(codes.slice(0, 6))).toEqual([
      'late',
      'late',
      'valid',
      'valid',
      'valid',
      'early',
    ]);
  });

  // @proves 14.33 14.34
  test.each([
    ['a cancelled passport', { canceledAt: new Date() }, 'canceled'],
    ['a passport in transfer', { transferStatus: 'transferring' }, 'transferring'],
    ['an unpaid passport', { paymentStatus: 'pending' }, 'payment_pending'],
    ['a passport without a photo', { photoId: null }, 'no_photo'],
    ['an earlier version', { codeVersion: 9 }, 'replaced'],
  ] as const)('refuses codes of %s at once', async (_, columns, reason) => {
    const { id } = await hanako.buyPaid();
    const [code] = await codesOf(hanako, id);
    await change(id, columns);
    expect(await check(code)).toBe(reason);
  });

  // @proves 14.26 14.34
  test('refuses codes from before an offer, whether it is accepted or withdrawn', async () => {
    const taro = await createPassportClient(server);
    const { id } = await hanako.buyPaid();
    const [before] = await codesOf(hanako, id);
    await hanako.offer(id, taro.code);
    expect(await check(before)).toBe('transferring');
    await hanako.withdraw(id);
    expect(await check(before)).toBe('replaced');
    const [again] = await codesOf(hanako, id);
    expect(await check(again)).toBe('valid');
    await hanako.offer(id, taro.code);
    await taro.answer(id, 'accepted');
    await taro.call('PUT', `/passports/${id}`, { photo_id: await taro.newPhoto() });
    expect(await Promise.all([before, again].map(check))).toEqual(['replaced', 'replaced']);
    server.clock.advance(PERIOD_MS);
    expect(await check((await codesOf(taro, id))[0])).toBe('valid');
  });

  // @proves 14.16
  test('shows the current QR code as SVG, to the owner only', async () => {
    const taro = await createPassportClient(server);
    const { qr_code_url } = await hanako.buyPaid();
    const look = (person: typeof hanako) => person.call('GET', qr_code_url?.slice(4) ?? '');
    const shown = await look(hanako);
    expect(shown.headers.get('content-type')).toBe('image/svg+xml');
    expect(shown.headers.get('cache-control')).toBe('no-store');
    const first = new TextDecoder().decode(shown.body);
    expect(first).toMatch(/^<svg /);
    server.clock.advance(PERIOD_MS);
    expect(new TextDecoder().decode((await look(hanako)).body)).not.toBe(first);
    expect((await look(taro)).status).toBe(404);
    const noToken = await callApi(server, { method: 'GET', path: qr_code_url?.slice(4) ?? '' });
    expect(noToken.status).toBe(401);
  });

  // @proves 14.35
  test('tells staff with a token whose passport it is', async () => {
    const { id } = await hanako.buyPaid();
    await actAsOperator(server, id, 'confirmed');
    const [code] = await codesOf(hanako, id);
    const ask = (body: object, key?: string) => askOperator(server, 'turnstile', body, key);
    const { token: key } = await newStaff(server);
    const request_id = randomUUID();
    const answer = await ask({ code: code?.text, request_id }, key);
    expect(answer.body).toEqual({
      valid: true,
      reason: null,
      used: null,
      passport: {
        id,
        holder: '山田 花子',
        date_of_birth: COMPLETE_MEMBER.dateOfBirth,
        design: 'Waves',
        from: expect.any(String),
        until: expect.any(String),
        id_confirmed: true,
      },
    });
    const malformed = await ask({ code: 'x', request_id }, key);
    expect(malformed.body).toMatchObject({ valid: false, reason: 'malformed' });
    expect((await ask({}, key)).status).toBe(422);
    expect((await ask({ code: code?.text }, key)).status).toBe(422);
    for (const wrong of [undefined, '', 'x', key.slice(1)]) {
      expect((await ask({ code: code?.text, request_id }, wrong)).status).toBe(401);
    }
  });
});
