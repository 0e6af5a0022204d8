import { recordEvent } from '@portal/server-members/events';
import { connections } from '@portal/server-members/schema/members';
import { startTestServer, type TestServer } from '@portal/server-testing';
import {
  type AccountClient,
  messagesOf,
  signInClient,
} from '@portal/server-testing/account-client';
import { THIS_MACHINE } from '@portal/server-testing/config';
import { makePasskey } from '@portal/server-testing/passkey-maker';
import { TOTP } from 'otpauth';
import { spendRecoveryCode } from '../second-step/recovery-codes.ts';
import { checkTotp } from '../second-step/totp.ts';

const ORIGIN = 'http://localhost:4300';

let server: TestServer;
let member: AccountClient;
beforeAll(async () => {
  const config = {
    callsPerMinute: 100_000,
    trustedProxies: THIS_MACHINE,
    countryHeader: 'cf-ipcountry',
  };
  server = await startTestServer({ config });
});
afterAll(() => server.close());
beforeEach(async () => {
  member = await signInClient(server, (await server.createMember()).id, { confirms: true });
});
const linkLine = () =>
  server.db.insert(connections).values({
    connection: 'line',
    subject: `line-${member.memberId}`,
    memberId: member.memberId,
  });
const signInMethods = async () => (await member.call('GET', '/me/sign-in-methods')).body.data;
const kinds = async () =>
  (await member.call('GET', '/me/activity')).body.data.map(({ kind }: { kind: string }) => kind);

describe('passkeys', () => {
  async function add(name = 'Phone', more: Partial<Parameters<typeof makePasskey>[1]> = {}) {
    const options = (await member.call('POST', '/me/passkeys/options')).body.data;
    const response = makePasskey(options, { origin: ORIGIN, ...more });
    return { response, answer: await member.call('POST', '/me/passkeys', { name, response }) };
  }

  // @proves 7.48 7.49 7.50 7.51 7.52 10.34
  test('are added, renamed, listed and removed, and the member is told by email', async () => {
    const mails = await messagesOf(server, async () => {
      const { answer } = await add('Phone 📱');
      expect([answer.status, answer.body.data]).toMatchObject([
        200,
        { name: 'Phone 📱', last_used_at: null, backed_up: false },
      ]);
    });
    expect(mails).toHaveLength(1);
    const [passkey] = (await member.call('GET', '/me/passkeys')).body.data;
    const path = `/me/passkeys/${passkey.id}`;
    expect((await member.call('PUT', path, { name: 'Tablet' })).body.data.name).toBe('Tablet');
    expect((await member.call('PUT', path, { name: ' ' })).status).toBe(422);

    await linkLine();
    expect((await member.call('DELETE', path)).status).toBe(204);
    expect((await member.call('DELETE', path)).status).toBe(204);
    expect((await member.call('GET', '/me/passkeys')).body.data).toEqual([]);
    expect(await kinds()).toEqual(expect.arrayContaining(['passkey_added', 'passkey_removed']));
  });

  // @proves 8.44 10.38 11.12
  test('refuses to remove the last sign-in method, and keeps the step-up', async () => {
    const { response } = await add();
    const remove = () => member.call('DELETE', `/me/passkeys/${response.id}`);
    expect((await remove()).body.error).toBe('user.second_step.last_way_in');
    await linkLine();
    expect((await remove()).status).toBe(204);
  });

  // @proves 6.7
  test('of another member are neither renamed nor removed', async () => {
    await linkLine();
    const { response } = await add();
    const other = await signInClient(server, (await server.createMember()).id, {
      confirms: true,
    });
    const path = `/me/passkeys/${response.id}`;
    expect((await other.call('PUT', path, { name: 'Mine' })).status).toBe(404);
    await other.call('DELETE', path);
    expect((await member.call('GET', '/me/passkeys')).body.data).toMatchObject([
      { id: response.id, name: 'Phone' },
    ]);
  });

  // @proves 8.43
  test.each([
    ['another origin', { origin: 'http://evil.example' }],
    ['another domain', { rpId: 'evil.example' }],
  ])('refuses a passkey that was created for %s', async (_why, more) => {
    const { answer } = await add('Phone', more);
    expect(answer.body.error).toBe('user.passkey.not_accepted');
    expect((await member.call('GET', '/me/passkeys')).body.data).toEqual([]);
  });

  // @proves 8.43
  test('accepts a response once, and only for the challenge of the same member', async () => {
    const { response } = await add();
    const again = await member.call('POST', '/me/passkeys', { name: 'Copy', response });
    expect(again.body.error).toBe('user.passkey.not_accepted');

    const options = (await member.call('POST', '/me/passkeys/options')).body.data;
    expect(options.excludeCredentials).toMatchObject([{ id: response.id }]);
    const other = await signInClient(server, (await server.createMember()).id, {
      confirms: true,
    });
    const stolen = makePasskey(options, { origin: ORIGIN });
    const refused = await other.call('POST', '/me/passkeys', { name: 'x', response: stolen });
    expect(refused.body.error).toBe('user.passkey.not_accepted');
    expect((await other.call('PUT', `/me/passkeys/${response.id}`, { name: 'x' })).status).toBe(
      404,
    );
  });
});

describe('an authenticator app', () => {
  async function begin() {
    const { secret, uri } = (await member.call('POST', '/me/totp')).body.data;
    expect(uri).toMatch(/^otpauth:\/\/totp\/.*secret=/);
    const codeAt = (offsetMs = 0) =>
      new TOTP({ secret }).generate({ timestamp: server.clock.now().getTime() + offsetMs });
    return { codeAt, confirm: (code: string) => member.call('PUT', '/me/totp', { code }) };
  }

  // @proves 7.47 7.53 7.54 8.42 10.35 10.36
  test('is confirmed by its code, turns the second step on and returns recovery codes', async () => {
    const { codeAt, confirm } = await begin();
    expect((await signInMethods()).second_step).toMatchObject({ enabled: false, totp: false });
    expect((await confirm(codeAt(3_600_000))).body.error).toBe('user.totp.code_invalid');
    const code = codeAt();
    const { recovery_codes } = (await confirm(code)).body.data;
    expect(recovery_codes).toHaveLength(10);
    expect(new Set(recovery_codes).size).toBe(10);
    expect((await signInMethods()).second_step).toMatchObject({
      enabled: true,
      totp: true,
      recovery_codes_left: 10,
    });
    expect(await checkTotp(server.context, member.memberId, code)).toBe('wrong');
    server.clock.advance(30_000);
    const checks = await Promise.all(
      Array.from({ length: 5 }, () => checkTotp(server.context, member.memberId, codeAt())),
    );
    expect(checks.filter((check) => check === 'right')).toHaveLength(1);
  });

  test('checks at most five wrong codes', async () => {
    const { codeAt, confirm } = await begin();
    await confirm(codeAt());
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await checkTotp(server.context, member.memberId, codeAt(3_600_000))).toBe('wrong');
    }
    server.clock.advance(30_000);
    expect(await checkTotp(server.context, member.memberId, codeAt())).toBe('too_many');
    server.clock.advance(5 * 60_000);
    expect(await checkTotp(server.context, member.memberId, codeAt())).toBe('right');
  });

  // @proves 7.55
  test('is removed', async () => {
    const { codeAt, confirm } = await begin();
    await confirm(codeAt());
    await linkLine();
    expect((await member.call('DELETE', '/me/totp')).status).toBe(204);
    expect((await signInMethods()).second_step.totp).toBe(false);
  });
});

// @proves 7.56 10.37
test('accepts each recovery code once, in any spelling, and refuses older ones after new ones were made', async () => {
  const make = () => member.call('POST', '/me/recovery-codes');
  const older: string[] = (await make()).body.data.recovery_codes;
  const spend = (code = '') => spendRecoveryCode(server.context, member.memberId, code);
  const spelled = older[0]?.toUpperCase().replace('-', ' ');
  const spent = await Promise.all(Array.from({ length: 5 }, () => spend(spelled)));
  expect(spent.filter((outcome) => outcome === 'right')).toHaveLength(1);
  expect((await signInMethods()).second_step.recovery_codes_left).toBe(9);
  const newer: string[] = (await make()).body.data.recovery_codes;
  expect(await spend(older[1])).toBe('wrong');
  expect(await spend(newer[0])).toBe('right');
});

describe('devices', () => {
  // @proves 7.43 7.44 7.45 10.39 10.40 16.5
  test('are listed, this one first, and are signed out one by one or all others at once', async () => {
    const others = await Promise.all(
      Array.from({ length: 3 }, () => signInClient(server, member.memberId)),
    );
    const list = async () => (await member.call('GET', '/me/devices')).body.data;
    const devices = await list();
    expect(devices.map(({ current }: { current: boolean }) => current)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect((await member.call('DELETE', `/me/devices/${devices[1].id}`)).status).toBe(204);
    expect(await list()).toHaveLength(3);
    expect((await member.call('DELETE', '/me/devices')).status).toBe(204);
    expect(await list()).toHaveLength(1);
    for (const other of others) expect((await other.call('GET', '/userinfo')).status).toBe(401);
    expect((await member.call('DELETE', '/me/devices?scope=all')).status).toBe(204);
    expect((await member.call('GET', '/me/devices')).status).toBe(401);
  });

  // @proves 6.7
  test('does not sign out a device of another member', async () => {
    const other = await signInClient(server, (await server.createMember()).id, {
      confirms: true,
    });
    const [device] = (await other.call('GET', '/me/devices')).body.data;
    expect((await member.call('DELETE', `/me/devices/${device.id}`)).status).toBe(204);
    expect((await other.call('GET', '/userinfo')).status).toBe(200);
  });
});

// @proves 7.46 16.4
test('lists the activities with their time and place, newest first', async () => {
  const { context, clock } = server;
  const device = { userAgent: 'Mozilla/5.0 (iPhone) Version/19.0 Safari/605.1', country: 'JP' };
  await recordEvent(context, member.memberId, 'signed_in', device);
  clock.advance(1000);
  await recordEvent(context, member.memberId, 'line_linked');
  const { data } = (await member.call('GET', '/me/activity')).body;
  expect(data).toMatchObject([
    { kind: 'line_linked', browser: null, system: null, country: null },
    { kind: 'signed_in', browser: 'Safari', system: 'iOS', country: 'JP' },
  ]);
});

// @proves 7.79
test.each([
  [{ 'cf-ipcountry': 'FR' }, '1;FR'],
  [{ 'cf-ipcountry': 'XX' }, '1;JP'],
  [{ 'cf-ipcountry': 'T1' }, '1;JP'],
  [{ 'cf-ipcountry': 'fr"' }, '1;JP'],
  [{}, '1;JP'],
])('finds for a caller with %j the country %s', async (headers, text) => {
  const request = new Request('http://localhost:4302/ip-country', { headers: headers as never });
  const answer = await server.api.fetch(request);
  expect([answer.status, await answer.text()]).toEqual([200, text]);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
});
