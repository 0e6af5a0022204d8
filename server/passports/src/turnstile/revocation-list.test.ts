import { randomUUID, sign } from 'node:crypto';
import { purgeIdp } from '@portal/server-identity/tokens/refresh-rotation';
import { oidcSessions } from '@portal/server-members/schema/sessions';
import { sharedServer } from '@portal/server-testing';
import { signInClient } from '@portal/server-testing/account-client';
import {
  createPassportClient,
  newStaff,
  type PassportClient,
} from '@portal/server-testing/passports';
import { createTurnstileDevice } from '@portal/server-testing/turnstile-device';
import { generateSecrets } from '@portal/shared-process/secrets';
import { eq } from 'drizzle-orm';
import { turnstileKeys, windowOf } from './code-format.ts';
import { sessionTag } from './grant-format.ts';
import { readShownCode, type ShownClaims } from './read-shown-code.ts';
import { readRevocations, signRevocations } from './revocation-list-format.ts';

const HOUR_MS = 60 * 60 * 1000;
const MADE_AT = new Date('2026-11-23T03:00:00Z');
const ID = '0b7d2c1e-6f0a-4b52-9f6d-3c1d2e4f5a6b';
const keys = turnstileKeys({ secrets: generateSecrets(), turnstileKeys: undefined });

describe('a list', () => {
  const list = signRevocations(keys.signing, {
    madeAt: MADE_AT,
    passports: [{ id: ID, version: 3 }],
    sessions: ['0a1b2c3d'],
  });
  const read = readRevocations(list, keys.verifying);
  const claims = (changes: object): ShownClaims => ({
    passportId: ID,
    version: 3,
    window: 1,
    ...changes,
  });

  // @proves 14.475
  test('says which codes are void, and when it was made', () => {
    expect(read?.madeAt).toEqual(MADE_AT);
    const refusal = (changes: object) => read?.refusalOf(claims(changes));
    const grant = (session: string) => ({ grant: { session } });
    expect(refusal({ version: 2 })).toBe('replaced');
    expect(refusal({ version: 3 })).toBeUndefined();
    expect(refusal({ version: 4 })).toBeUndefined();
    expect(refusal({ passportId: randomUUID(), version: 1 })).toBeUndefined();
    expect(refusal(grant('0a1b2c3d'))).toBe('signed_out');
    expect(refusal(grant('0a1b2c3e'))).toBeUndefined();
  });

  // @proves 14.475
  test('is refused with any bit changed, cut off, or signed for something else', () => {
    for (let bit = 0; bit < list.length * 8; bit += 1) {
      const changed = Buffer.from(list);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(readRevocations(changed, keys.verifying)).toBeUndefined();
    }
    for (const length of [0, 1, 64, 73, list.length - 1]) {
      expect(readRevocations(list.subarray(0, length), keys.verifying)).toBeUndefined();
    }
    for (const domain of ['', 'portal:passport-code:v1\0', 'portal:gate-grant:v1\0']) {
      const body = list.subarray(0, -64);
      const signature = sign(null, Buffer.concat([Buffer.from(domain), body]), keys.signing);
      const other = Buffer.concat([body, signature]);
      expect(readRevocations(other, keys.verifying)).toBeUndefined();
    }
    const strangers = turnstileKeys({ secrets: generateSecrets(), turnstileKeys: undefined });
    expect(readRevocations(list, strangers.verifying)).toBeUndefined();
  });
});

describe('the list of the server', () => {
  const server = sharedServer({ config: { callsPerMinute: 100_000 } });
  let hanako: PassportClient;
  let id: string;
  const device = createTurnstileDevice();
  beforeEach(async () => {
    hanako = await createPassportClient(server);
    ({ id } = await hanako.buyPaid());
  });
  const fetchList = async (token?: string): Promise<Response> =>
    server.api.fetch(
      new Request('http://localhost:4302/operator/revocations', {
        headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      }),
    );
  const verifying = () => turnstileKeys(server.context.config).verifying;
  async function verdictOf(code: string): Promise<string> {
    const { token } = await newStaff(server, ['check_turnstile']);
    const bytes = new Uint8Array(await (await fetchList(token)).arrayBuffer());
    const claims = readShownCode(code, verifying());
    if (typeof claims === 'string') return claims;
    return readRevocations(bytes, verifying())?.refusalOf(claims) ?? 'not in the list';
  }
  async function grantOf(client: PassportClient) {
    const signedIn = await signInClient(server, client.id);
    const answer = await signedIn.call('POST', `/passports/${id}/turnstile-grant`, device.body);
    return device.code(answer.body.data.grant, windowOf(server.clock.now()));
  }

  // @proves 14.475
  test('has an offered passport, and the sessions of whoever signed out', async () => {
    const ofDevice = await grantOf(hanako);
    expect(await verdictOf(ofDevice)).toBe('not in the list');
    for (const one of (await hanako.call('GET', '/me/devices')).body.data as { id: string }[]) {
      await hanako.call('DELETE', `/me/devices/${one.id}`);
    }
    expect(await verdictOf(ofDevice)).toBe('signed_out');
    const again = await grantOf(hanako);
    expect(await verdictOf(again)).toBe('not in the list');
    await hanako.offer(id, 'taro@example.com');
    expect(await verdictOf(again)).toBe('replaced');
  });

  // @proves 14.475
  test('has sessions that ended or expired within two days, whose rows are kept so long', async () => {
    const [one, other] = [await grantOf(hanako), await grantOf(hanako)];
    const claims = readShownCode(one, verifying());
    const name = typeof claims === 'object' ? claims.grant?.session : undefined;
    const sessions = await server.context.sessions.list(server.context, hanako.id);
    const first = sessions.find((session) => sessionTag(session.id) === name);
    await server.context.sessions.end(server.context, hanako.id, first?.id ?? '');
    expect([await verdictOf(one), await verdictOf(other)]).toEqual([
      'signed_out',
      'not in the list',
    ]);
    // Sessions of tests expire after a day.
    server.clock.advance(26 * HOUR_MS);
    await purgeIdp(server.context);
    expect([await verdictOf(one), await verdictOf(other)]).toEqual(['signed_out', 'signed_out']);
    server.clock.advance(48 * HOUR_MS);
    await purgeIdp(server.context);
    expect(await verdictOf(one)).toBe('not in the list');
    const rows = server.db.select().from(oidcSessions).where(eq(oidcSessions.memberId, hanako.id));
    expect((await rows).filter(({ expiresAt }) => expiresAt < server.clock.now())).toEqual([]);
  });

  // @proves 14.472
  test('is for turnstiles alone', async () => {
    expect((await fetchList()).status).toBe(401);
    const { token } = await newStaff(server, ['take_payment']);
    expect((await fetchList(token)).status).toBe(403);
  });
});
