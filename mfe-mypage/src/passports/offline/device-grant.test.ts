import type { TurnstileGrant } from '@portal/kit/contract';
import { startTestServer, type TestServer } from '@portal/kit/testing';
import { openScreenAs } from '@portal/kit/testing/open-screen';
import { createPassportClient } from '@portal/kit/testing/passports';
import * as routes from '../../routes.ts';
import { HANAKO } from '../../testing/members.ts';
import { createDeviceKey, type DeviceKey, requestGrant } from './device-grant.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { callsPerMinute: 100_000 } });
});
beforeEach(() => server.clock.set(new Date('2026-11-23T12:00:00+09:00')));
afterAll(() => server.close());

async function newKey(): Promise<DeviceKey> {
  const key = await createDeviceKey();
  if (!key) throw new Error('This environment makes no keys');
  return key;
}

/** Signs a member in who has a passport, and asks for a grant as the portal does. */
async function grantFor(key: DeviceKey): Promise<{ id: string; grant: TurnstileGrant }> {
  let id = '';
  await openScreenAs(server, {
    routes,
    path: '/en/my-page',
    member: HANAKO,
    fetch: server.api.fetch,
    async prepare(memberId) {
      const client = await createPassportClient(server, {}, memberId);
      id = (await client.buyPaid()).id;
    },
  });
  const answer = await requestGrant(id, key);
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return { id, grant: answer.data };
}

// @proves 14.60
test('its key cannot be read, and each device has its own', async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, newKey));
  expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(keys.length);
  for (const { privateKey, publicKey } of keys) {
    expect(publicKey).toMatch(/^A[\w-]{43}$/);
    await expect(crypto.subtle.exportKey('jwk', privateKey)).rejects.toThrow();
    await expect(crypto.subtle.exportKey('pkcs8', privateKey)).rejects.toThrow();
  }
});

test('a refusal of the server is answered as it is', async () => {
  const key = await newKey();
  await grantFor(key);
  const answer = await requestGrant('0b7d2c1e-6f0a-4b52-9f6d-3c1d2e4f5a6b', key);
  expect(answer).toMatchObject({ ok: false, error: { code: 'ap_passport.not_found' } });
});
