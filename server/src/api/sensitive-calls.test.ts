import { type Endpoint, STEP_UP_MS } from '@portal/shared-contract';
import { checkPasskey } from '../domain/second-factors/passkeys.ts';
import { addPasskey } from '../idp/testing/add-passkey.ts';
import { type AccountClient, signInClient } from '../testing/account-client.ts';
import { type Answer, refusal } from '../testing/api-call.ts';
import { makeBrowserKey } from '../testing/browser-key.ts';
import { DATABASES } from '../testing/databases.ts';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { contractEndpoints } from './openapi.ts';

jest.setTimeout(120_000);

const API = 'http://localhost:4302';
const ORIGIN = 'http://localhost:4300';
const PHONE = '+819012345678';
const OTHER_PHONE = '+819087654321';
const RECOVERY = '/me/step-up/recovery-code';

type Act = { readonly method: string; readonly path: string; readonly body?: object };

/** Every sensitive change that a member can make. */
const ACTS: readonly Act[] = [
  { method: 'PUT', path: '/me', body: { phone: OTHER_PHONE, phone_country_code: 'JP' } },
  { method: 'DELETE', path: '/me', body: { reason: 'other' } },
  { method: 'PUT', path: '/me/change-email', body: { email: 'thief@example.org' } },
  {
    method: 'POST',
    path: '/mfa/verify-code',
    body: { type: 'verify_email_change', code: '000000' },
  },
  { method: 'PUT', path: '/me/change-phone', body: { phone: OTHER_PHONE } },
  {
    method: 'POST',
    path: '/mfa/verify-code',
    body: { type: 'verify_phone_change', code: '000000' },
  },
  { method: 'PUT', path: '/me/setting-password', body: { password: 'ume-no-hana-2027' } },
  { method: 'POST', path: '/me/passkeys/options' },
  {
    method: 'POST',
    path: '/me/passkeys',
    body: {
      name: 'x',
      response: {
        id: 'AAAA',
        rawId: 'AAAA',
        type: 'public-key',
        response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
      },
    },
  },
  { method: 'DELETE', path: '/me/passkeys/AAAA' },
  { method: 'POST', path: '/me/totp' },
  { method: 'PUT', path: '/me/totp', body: { code: '000000' } },
  { method: 'DELETE', path: '/me/totp' },
  { method: 'POST', path: '/me/recovery-codes' },
  { method: 'PUT', path: '/me/mfa/enable', body: { channel: 'email' } },
  { method: 'PUT', path: '/me/mfa/disable' },
  { method: 'POST', path: '/me/data-export' },
  { method: 'POST', path: '/me/link-line' },
  { method: 'PUT', path: '/me/unlink-line' },
];

const nameOf = ({ method, path, body }: Act) =>
  [method, path, body && 'type' in body && body.type].filter(Boolean).join(' ');

/** Calls below `/me` that change something and need no recent proof, each with the reason. */
const NOT_SENSITIVE: Readonly<Record<string, string>> = {
  'PUT /me/accept-terms': 'opens nothing',
  'PUT /me/verify-email': 'needs a code that only the owner of the address can read',
  'PUT /me/passkeys/{id}': 'only renames',
  'POST /me/data-export/download': 'needs a link that only the owner of the address can read',
  'PUT /me/reminders': 'only turns reminders on and off',
  'PUT /me/push-subscription': 'sends reminders that name nobody',
  'DELETE /me/push-subscription': 'ends what was sent',
  'DELETE /me/devices': 'signs out',
  'DELETE /me/devices/{id}': 'signs out',
  'DELETE /me/trusted-browsers/{id}': 'ends the trust in a browser',
  'POST /me/mfa/send-code': 'sends to the owner',
  'POST /v2/me/mfa/send-code': 'sends to the owner',
  'POST /me/step-up/passkey': 'is the proof',
  'POST /me/step-up/passkey/options': 'is the proof',
  'POST /me/step-up/totp': 'is the proof',
  'POST /me/step-up/recovery-code': 'is the proof',
};

describe.each(DATABASES)('sensitive calls on %s', (database) => {
  let server: TestServer;
  let owner: AccountClient;
  beforeAll(async () => {
    server = await startTestServer({ database, config: { callsPerMinute: 1_000_000 } });
  });
  afterAll(() => server.close());
  const newMember = () => server.createMember({ phone: PHONE, phoneCountryCode: 'JP' });
  beforeEach(async () => {
    owner = await signInClient(server, (await newMember()).id);
  });

  /** A call with the owner's access token, and with any other headers. */
  async function callWith(
    { method, path, body }: Act,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const answer = await server.api.fetch(
      new Request(API + path, {
        method,
        headers: {
          authorization: `Bearer ${owner.accessToken}`,
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
    const text = await answer.text();
    return { status: answer.status, body: text && JSON.parse(text), headers: answer.headers };
  }
  const fromTab = ({ method, path, body }: Act) => owner.call(method, path, body);
  const proofOf = ({ method, path }: Act, more: object = {}) =>
    owner.session.browserKey.prove({
      method,
      url: API + path,
      accessToken: owner.accessToken,
      now: server.clock.now(),
      ...more,
    });
  const UNKNOWN_BROWSER = [403, 'auth.browser_unknown'];
  const NOT_PROVEN = [403, 'user.proof_required'];

  /** What a thief may have, and how the server answers to every sensitive act. */
  const THIEVES: Readonly<
    Record<string, { refused: unknown[]; act: (act: Act) => Promise<Answer> }>
  > = {
    'a stolen access token without the key of the browser, during a recent proof': {
      refused: UNKNOWN_BROWSER,
      async act(act) {
        await owner.stepUp('mfa_settings');
        return callWith(act);
      },
    },
    'a stolen access token with another key, during a recent proof': {
      refused: UNKNOWN_BROWSER,
      async act(act) {
        await owner.stepUp('mfa_settings');
        const { method, path } = act;
        const { accessToken } = owner;
        const now = server.clock.now();
        const dpop = makeBrowserKey().prove({ method, url: API + path, accessToken, now });
        return callWith(act, { dpop });
      },
    },
    'a stolen tab without a recent proof': { refused: NOT_PROVEN, act: fromTab },
    'the proof of the number that is to be confirmed': {
      refused: NOT_PROVEN,
      async act(act) {
        expect((await owner.stepUp('verify_phone')).status).toBe(200);
        return fromTab(act);
      },
    },
    'the proof of an address': {
      refused: NOT_PROVEN,
      async act(act) {
        expect((await owner.stepUp('verify_email_by_user')).status).toBe(200);
        return fromTab(act);
      },
    },
    'an expired proof': {
      refused: NOT_PROVEN,
      async act(act) {
        await owner.stepUp('mfa_settings');
        server.clock.advance(STEP_UP_MS);
        await owner.renew();
        return fromTab(act);
      },
    },
    'an expired proof by a recovery code': {
      refused: NOT_PROVEN,
      async act(act) {
        const [code] = await server.makeRecoveryCodes(owner.memberId);
        expect((await owner.call('POST', RECOVERY, { code })).status).toBe(200);
        server.clock.advance(STEP_UP_MS);
        await owner.renew();
        expect((await owner.call('POST', RECOVERY, { code })).status).toBe(422);
        return fromTab(act);
      },
    },
    'a recovery code without the key of the browser': {
      refused: NOT_PROVEN,
      async act(act) {
        const [code] = await server.makeRecoveryCodes(owner.memberId);
        const proof = await callWith({ method: 'POST', path: RECOVERY, body: { code } });
        expect(refusal(proof)).toEqual(UNKNOWN_BROWSER);
        return fromTab(act);
      },
    },
    'a recovery code of another member': {
      refused: NOT_PROVEN,
      async act(act) {
        const [code] = await server.makeRecoveryCodes((await newMember()).id);
        expect((await owner.call('POST', RECOVERY, { code })).status).toBe(422);
        return fromTab(act);
      },
    },
    'the proof of another member in the same browser': {
      refused: NOT_PROVEN,
      async act(act) {
        const { browserKey } = owner.session;
        const other = await signInClient(server, (await newMember()).id, { browserKey });
        await other.stepUp('mfa_settings');
        return fromTab(act);
      },
    },
    'the proof of another session of the member': {
      refused: NOT_PROVEN,
      async act(act) {
        const { browserKey } = owner.session;
        const other = await signInClient(server, owner.memberId, { browserKey });
        await other.stepUp('mfa_settings');
        return fromTab(act);
      },
    },
    'a DPoP proof that the browser has used': {
      refused: UNKNOWN_BROWSER,
      async act(act) {
        const dpop = proofOf(act);
        await callWith(act, { dpop });
        await owner.stepUp('mfa_settings');
        return callWith(act, { dpop });
      },
    },
  };

  // @asvs 7.5.1 8.3.1 9.1.3
  describe.each(Object.entries(THIEVES))('are refused to %s', (_who, { refused, act }) => {
    // @proves 8.64 8.65 11.10 11.25 11.26
    test.each(ACTS.map((one) => [nameOf(one), one] as const))('%s', async (_name, one) => {
      expect(refusal(await act(one))).toEqual(refused);
    });
  });

  // @proves 11.10
  test('are all allowed by one proof', async () => {
    await owner.stepUp('mfa_settings');
    // Closing the account comes last.
    const acts = [...ACTS].sort((one) => (one.method === 'DELETE' && one.path === '/me' ? 1 : -1));
    for (const act of acts) {
      expect([act, (await fromTab(act)).status]).not.toEqual([act, 403]);
    }
  });

  const WRONG_PROOFS: [string, { ago?: number; [part: string]: unknown }][] = [
    ['for another path', { url: `${API}/me/totp` }],
    ['for another origin', { url: 'http://evil.example/me/recovery-codes' }],
    ['for another origin’s API', { url: 'http://evil.example/api/me/recovery-codes' }],
    ['for another method', { method: 'PUT' }],
    ['for another access token', { accessToken: 'another' }],
    ['for no access token', { accessToken: undefined }],
    ['from more than a minute ago', { ago: 61_000 }],
    ['from more than a minute ahead', { ago: -61_000 }],
    ['without an id', { claims: { jti: undefined } }],
    ['without a time', { claims: { iat: undefined } }],
    ['of another type', { typ: 'jwt' }],
  ];
  // @proves 11.25
  // @asvs 9.2.1 9.2.2
  test.each(WRONG_PROOFS)('refuse a DPoP proof %s', async (_what, { ago = 0, ...more }) => {
    await owner.stepUp('mfa_settings');
    const act = { method: 'POST', path: '/me/recovery-codes' };
    const now = new Date(server.clock.now().getTime() - ago);
    const refused = await callWith(act, { dpop: proofOf(act, { now, ...more }) });
    expect(refusal(refused)).toEqual(UNKNOWN_BROWSER);
    // A browser whose clock is wrong learns the time.
    expect(Date.parse(refused.headers.get('date') ?? '')).toBe(
      Math.floor(server.clock.now().getTime() / 1000) * 1000,
    );
    expect((await callWith(act, { dpop: proofOf(act) })).status).toBe(200);
    const throughEdge = proofOf(act, { url: `${ORIGIN}/api/me/recovery-codes` });
    expect((await callWith(act, { dpop: throughEdge })).status).toBe(200);
  });

  // @proves 11.25
  // @asvs 9.1.1 9.1.2
  test.each([
    ['a changed payload', ([head, , sign]: string[]) => [head, 'e30', sign]],
    ['no signature', ([head, payload]: string[]) => [head, payload, '']],
    ['no form', () => ['x']],
    [
      'the algorithm "none"',
      ([head = '', payload]: string[]) => [
        Buffer.from(
          JSON.stringify({ ...JSON.parse(Buffer.from(head, 'base64url').toString()), alg: 'none' }),
        ).toString('base64url'),
        payload,
        '',
      ],
    ],
  ])('refuse a DPoP proof with %s', async (_what, change) => {
    await owner.stepUp('mfa_settings');
    const act = { method: 'POST', path: '/me/recovery-codes' };
    const dpop = change(proofOf(act).split('.')).join('.');
    expect(refusal(await callWith(act, { dpop }))).toEqual(UNKNOWN_BROWSER);
  });

  // @proves 11.10 11.14 13.5
  test('do not lead a stolen access token to a passkey that outlives it', async () => {
    const thief = (method: string, path: string, body?: object) =>
      callWith({ method, path, ...(body && { body }) });
    await thief('PUT', '/me', { phone: OTHER_PHONE, phone_country_code: 'JP' });
    for (const type of ['mfa_settings', 'verify_phone'] as const) {
      await thief('POST', '/v2/me/mfa/send-code', { type, channel: 'sms' });
      const [message] = await server.outbox.messages();
      expect(message?.recipient).not.toBe(OTHER_PHONE);
      const code = /\d{6}/.exec(message?.text ?? '')?.[0] ?? '000000';
      expect((await thief('POST', '/mfa/verify-code', { type, code })).status).toBe(403);
      const options = await thief('POST', '/me/passkeys/options');
      expect(refusal(options)).toEqual(UNKNOWN_BROWSER);
    }
    expect((await owner.call('GET', '/userinfo')).body.phone).toBe(PHONE);
    expect((await owner.call('GET', '/me/passkeys')).body.data).toEqual([]);
  });

  // @proves 11.15
  test('do not lead a stolen tab from a number of the thief to a proof', async () => {
    // The number was typed before, and never confirmed.
    const bySms = await owner.send('mfa_settings', { channel: 'sms' });
    expect(refusal(bySms)).toEqual([422, 'user.send_code.phone_number_invalid']);
    await owner.stepUp('verify_phone');
    expect(refusal(await fromTab({ method: 'POST', path: '/me/passkeys/options' }))).toEqual(
      NOT_PROVEN,
    );
    expect((await owner.call('GET', '/me/step-up')).body.data).toEqual({
      allowed_until: null,
      methods: ['email'],
    });
  });

  // @proves 11.26
  // @asvs 6.8.4 10.3.4
  test.each([
    ['a passkey', ['pop', 'user', 'mfa'], 200],
    ['LINE', ['fed'], 200],
    ['a password and a second step', ['pwd', 'otp', 'mfa'], 200],
    ['a password alone', ['pwd'], 403],
    ['nothing that is known', [], 403],
  ])('after a sign-in with %s answer %j for ten minutes', async (_how, amr, status) => {
    const fresh = await signInClient(server, owner.memberId, { amr });
    server.clock.advance(STEP_UP_MS - 2000);
    await fresh.renew();
    expect((await fresh.call('POST', '/me/recovery-codes')).status).toBe(status);
    server.clock.advance(2000);
    await fresh.renew();
    expect((await fresh.call('POST', '/me/recovery-codes')).status).toBe(403);
  });

  // @proves 7.82 7.83 11.27
  test('are allowed by a passkey of the member, once for each challenge', async () => {
    const phone = await addPasskey(server, owner.memberId, ORIGIN);
    const later = await signInClient(server, owner.memberId);
    const ask = async (who: AccountClient) =>
      (await who.call('POST', '/me/step-up/passkey/options')).body.data;
    const response = JSON.parse(phone.answer(await ask(later)));
    const proven = await later.call('POST', '/me/step-up/passkey', { response });
    expect(proven.body.data.allowed_until).toEqual(expect.any(String));
    expect((await later.call('POST', '/me/recovery-codes')).status).toBe(200);
    const again = await later.call('POST', '/me/step-up/passkey', { response });
    expect(refusal(again)).toEqual([422, 'user.passkey.not_accepted']);

    const stranger = await signInClient(server, (await newMember()).id);
    const foreign = JSON.parse(phone.answer(await ask(stranger)));
    const refused = await stranger.call('POST', '/me/step-up/passkey', { response: foreign });
    expect(refusal(refused)).toEqual([422, 'user.passkey.not_accepted']);

    // A proof in the portal is no sign-in.
    const signed = JSON.parse(phone.answer(await ask(later)));
    expect(await checkPasskey(server.context, signed, { purpose: 'sign-in' })).toBeUndefined();
  });

  // @proves 11.10
  // @asvs 6.3.4
  test('list every call that changes the account', () => {
    const marked = (wanted: (endpoint: Endpoint) => boolean) =>
      contractEndpoints()
        .filter(wanted)
        .map(({ method, path }) => `${method} ${path}`)
        .sort();
    const acts = [
      ...new Set(ACTS.map(({ method, path }) => `${method} ${path.replace('AAAA', '{id}')}`)),
    ];
    expect(marked(({ proof }) => typeof proof === 'object' && !('none' in proof))).toEqual(
      acts.sort(),
    );
    const changing = marked(
      ({ method, path, access }) =>
        access === 'member' && method !== 'GET' && /^(\/v2)?\/(me|mfa)(\/|$)/.test(path),
    );
    expect(changing).toEqual([...acts, ...Object.keys(NOT_SENSITIVE)].sort());
  });
});
