import { sendMemberCode } from '@portal/server-accounts/settings/member-codes';
import { contractEndpoints } from '@portal/server-endpoint/openapi';
import {
  type AccountClient,
  codeIn,
  messagesOf,
  signInClient,
} from '@portal/server-testing/account-client';
import { type Answer, callApi, refusal } from '@portal/server-testing/api-call';
import { makeBrowserKey } from '@portal/server-testing/browser-key';
import { createBrowser } from '@portal/server-testing/idp/browser';
import { sharedIdp } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';
import { createPassportClient } from '@portal/server-testing/passports';
import { publicCaller } from '@portal/server-testing/public-client';
import {
  ACTS,
  type Act,
  API_CODE_TYPES,
  type Endpoint,
  provesBrowser,
  STEP_UP_CODE_TYPES,
  STEP_UP_CODES,
  STEP_UP_MS,
} from '@portal/shared-contract';

const API = 'http://localhost:4302';
const ORIGIN = 'http://localhost:4300';
const PHONE = '+819012345678';
const OTHER_PHONE = '+819087654321';

/** A call that writes, as a thief sends it. */
type Write = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: object | undefined;
  readonly endpoint: Endpoint;
  /** What it takes a step-up of. */
  readonly act?: Act | undefined;
};

/** The inputs with which a call that `depends` takes a step-up. */
const BODIES: Readonly<Record<string, Partial<Record<Act, object>>>> = {
  'PUT /me': { edit_profile: { phone: OTHER_PHONE, phone_country_code: 'JP' } },
  'DELETE /me': { close_account: { reason: 'other' } },
  'POST /mfa/verify-code': {
    change_email: { type: 'verify_email_change', code: '000000' },
    change_phone: { type: 'verify_phone_change', code: '000000' },
  },
};

/** Every call of the contract that writes, and one of those that depend on their input for each act. */
const WRITES: readonly Write[] = contractEndpoints()
  .filter(({ method }) => method !== 'GET')
  .flatMap((endpoint) => {
    const { method, path, protection } = endpoint;
    const write = {
      method,
      path: path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000'),
      endpoint,
    };
    const name = `${method} ${path}`;
    if (typeof protection !== 'object' || 'none' in protection) return [{ ...write, name }];
    if ('stepUp' in protection) return [{ ...write, name, act: protection.stepUp }];
    return protection.depends.map((act) => {
      return { ...write, name: `${name} (${act})`, act, body: BODIES[name]?.[act] };
    });
  });
const ofMembers = WRITES.filter(({ endpoint }) => endpoint.access === 'member');
const UNKNOWN_BROWSER = [403, 'auth.browser_unknown'];
const NOT_PROVEN = [403, 'user.step_up_required'];
const UNCONFIRMED = [403, 'auth.browser_unconfirmed'];
const NOBODY = [401, 'auth.unauthorized'];
/** How a call is refused to whoever has not the key of the browser, and has not confirmed the act. */
const withoutKey = ({ endpoint }: Write) => (provesBrowser(endpoint) ? UNKNOWN_BROWSER : undefined);
const withoutStepUp = ({ act }: Write) => (act === undefined ? undefined : NOT_PROVEN);

const server = sharedIdp({ member: MEMBER, config: { callsPerMinute: 1_000_000 } });
let owner: AccountClient;
const newMember = () => server.createMember({ phone: PHONE, phoneCountryCode: 'JP' });
beforeEach(async () => {
  owner = await signInClient(server, (await newMember()).id);
});

/** A call with the owner's access token, and with any other headers. */
async function callWith(
  { method, path, body }: Pick<Write, 'method' | 'path' | 'body'>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const authorization = `Bearer ${owner.accessToken}`;
  return callApi(server, { method, path, body, headers: { authorization, ...headers } });
}
const fromTab = ({ method, path, body }: Pick<Write, 'method' | 'path' | 'body'>) =>
  owner.call(method, path, body);
const browserProofOf = ({ method, path }: Pick<Write, 'method' | 'path'>, more: object = {}) =>
  owner.session.browserKey.prove({
    method,
    url: API + path,
    accessToken: owner.accessToken,
    now: server.clock.now(),
    ...more,
  });

/** A sign-in at the provider, in a browser with a key. */
async function signIn() {
  const portal = await createPortal(server);
  const started = await portal.authorization();
  const back = await portal.browser.submit(await portal.browser.go(started.url), MEMBER);
  const line = { method: 'POST', url: `${server.issuer}/oauth/token`, now: server.clock.now() };
  const bound = { dpop_proof: makeBrowserKey().prove(line), dpop_renewals: '1' };
  const { browser, renew } = portal;
  return { ...(await portal.exchange(back, started, bound)), browser, renew };
}

let stolenLink: Promise<string> | undefined;
/** Sets a new password by a mailed link, and tries to sign in with it; answers the link's secret. */
async function takeMailbox(): Promise<string> {
  const victim = { email: 'mailbox@example.com', password: 'ume-no-hana-2027' };
  const { id } = await server.createMember({ email: victim.email, mfaEnabled: true });
  await server.addPasskey(id, 'Phone');
  const visitor = publicCaller(server);
  const asked = { type: 'mfa_forgot_password', email: victim.email, locale: 'ja' };
  const [mail] = await messagesOf(server, () => visitor('POST', '/v2/mfa/send-code', asked));
  const ticket = /form#code=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  const reset = { type: 'reset_password_link', ticket, password: victim.password };
  expect((await visitor('PUT', '/setting-password', reset)).status).toBe(200);
  const portal = await createPortal(server);
  const started = await portal.authorization();
  const page = await portal.browser.submit(await portal.browser.go(started.url), victim);
  expect([page.url.pathname, page.html.includes('method=email')]).toEqual([
    expect.stringMatching(/second-step$/),
    false,
  ]);
  return ticket;
}

let stolenCookie: { readonly accessToken: string; readonly refreshToken: string } | undefined;
/** The tokens that a copy of the provider's cookies gets in another browser, which has a key of its own. */
async function takeCookies() {
  const { browser } = await signIn();
  const thiefs = createBrowser(server.issuer);
  for (const [name, cookie] of browser.jar) thiefs.jar.set(name, cookie);
  const portal = await createPortal(server, thiefs);
  const started = await portal.authorization({ prompt: 'none' });
  const back = await thiefs.go(started.url);
  const line = { method: 'POST', url: `${server.issuer}/oauth/token`, now: server.clock.now() };
  const bound = { dpop_proof: copiersKey.prove(line), dpop_renewals: '1' };
  const { tokens } = await portal.exchange(back, started, bound);
  return { accessToken: tokens.access_token, refreshToken: tokens.refresh_token ?? '' };
}
const copiersKey = makeBrowserKey();

type Thief = {
  /** How this call is refused, if it is: the others are theirs as the member's. */
  readonly refused: (write: Write) => unknown[] | undefined;
  readonly call: (write: Write) => Promise<Answer>;
};
const acts = ofMembers.filter(({ act }) => act !== undefined);
const anotherThan = (act: Act | undefined) => ACTS.filter((one) => one !== act);

/** What a thief has, and how the server answers to each of their calls. A row of the table each. */
const THIEVES: Readonly<Record<string, Thief>> = {
  'a stolen access token, while its owner has confirmed the act': {
    refused: withoutKey,
    async call(write) {
      if (write.act) await owner.confirm(write.act);
      return callWith(write);
    },
  },
  'a stolen access token in another browser': {
    refused: withoutKey,
    async call(write) {
      if (write.act) await owner.confirm(write.act);
      const { accessToken } = owner;
      const { method, path } = write;
      const now = server.clock.now();
      const dpop = makeBrowserKey().prove({ method, url: API + path, accessToken, now });
      return callWith(write, { dpop });
    },
  },
  'a stolen access token and a DPoP proof that the browser has used': {
    refused: withoutKey,
    async call(write) {
      const dpop = browserProofOf(write);
      await callWith(write, { dpop });
      if (write.act) await owner.confirm(write.act);
      return callWith(write, { dpop });
    },
  },
  'a stolen refresh token': {
    refused: () => NOBODY,
    async call(write) {
      const { tokens, renew } = await signIn();
      const stolen = tokens.refresh_token ?? '';
      const url = `${server.issuer}/oauth/token`;
      const now = server.clock.now();
      const claims = { method: 'POST', url, accessToken: stolen, now };
      for (const more of [{}, { dpop_proof: makeBrowserKey().prove(claims) }]) {
        expect((await renew(stolen, undefined, undefined, more)).status).toBe(400);
      }
      return callApi(server, { ...write, headers: { authorization: `Bearer ${stolen}` } });
    },
  },
  'a copy of the cookies at the provider, in a browser with another key': {
    refused: withoutKey,
    async call(write) {
      stolenCookie ??= await takeCookies();
      const { accessToken } = stolenCookie;
      const { method, path } = write;
      const now = server.clock.now();
      const dpop = copiersKey.prove({ method, url: API + path, accessToken, now });
      return callWith(write, { authorization: `Bearer ${accessToken}`, dpop });
    },
  },
  'the mailbox alone, of a member with a passkey': {
    refused: () => NOBODY,
    async call(write) {
      stolenLink ??= takeMailbox();
      const authorization = `Bearer ${await stolenLink}`;
      return callApi(server, { ...write, headers: { authorization } });
    },
  },
  'a password alone in a new browser': {
    // A step-up confirms the browser too, and is asked for first.
    refused({ endpoint: { protection, inNewBrowser }, act }) {
      const asksFirst = typeof protection === 'object' && 'stepUp' in protection;
      if (act && (asksFirst || inNewBrowser)) return NOT_PROVEN;
      return provesBrowser({ ...(protection && { protection }) }) && !inNewBrowser
        ? UNCONFIRMED
        : undefined;
    },
    async call({ method, path, body }) {
      const fresh = await signInClient(server, owner.memberId, { unconfirmed: true });
      return fresh.call(method, path, body);
    },
  },
  'a stolen tab, or a script in the page': { refused: withoutStepUp, call: fromTab },
  'a stolen tab after a sign-in with two steps': {
    refused: withoutStepUp,
    async call({ method, path, body }) {
      const amr = ['pwd', 'otp', 'mfa'];
      const fresh = await signInClient(server, owner.memberId, { amr });
      return fresh.call(method, path, body);
    },
  },
  'the code of a number that is to be confirmed': {
    refused: withoutStepUp,
    async call(write) {
      expect((await owner.stepUp('verify_phone')).status).toBe(200);
      return fromTab(write);
    },
  },
  'a step-up of another act': {
    refused: withoutStepUp,
    async call(write) {
      const next = ACTS[(ACTS.indexOf(write.act as Act) + 1) % ACTS.length] as Act;
      await owner.confirm(next);
      return fromTab(write);
    },
  },
  'an expired step-up': {
    refused: withoutStepUp,
    async call(write) {
      if (write.act) await owner.confirm(write.act);
      server.clock.advance(STEP_UP_MS);
      await owner.renew();
      return fromTab(write);
    },
  },
  'the step-up of another member in the same browser': {
    refused: withoutStepUp,
    async call(write) {
      const { browserKey } = owner.session;
      const other = await signInClient(server, (await newMember()).id, { browserKey });
      if (write.act) await other.confirm(write.act);
      return fromTab(write);
    },
  },
  'the step-up of another session of the member': {
    refused: withoutStepUp,
    async call(write) {
      const { browserKey } = owner.session;
      const other = await signInClient(server, owner.memberId, { browserKey });
      if (write.act) await other.confirm(write.act);
      return fromTab(write);
    },
  },
};

// @proves 8.64 8.65 11.10 11.11 11.12 11.25 11.26 11.400 13.400
test.each(Object.entries(THIEVES))('are refused to %s', async (_who, thief) => {
  const refused = ofMembers.filter((write) => thief.refused(write));
  const answered = [];
  for (const write of refused) {
    owner = await signInClient(server, (await newMember()).id);
    answered.push([write.name, ...refusal(await thief.call(write))]);
  }
  expect(answered).toEqual(refused.map((write) => [write.name, ...(thief.refused(write) ?? [])]));
});

// @proves 7.401
test('of teams are refused to every token of a member', async () => {
  for (const write of WRITES.filter(({ endpoint }) => endpoint.access === 'team')) {
    expect([write.name, (await fromTab(write)).status]).toEqual([write.name, 401]);
  }
});

// @proves 11.10
test('are allowed by a step-up of their act, which they spend', async () => {
  for (const write of acts) {
    owner = await signInClient(server, (await newMember()).id);
    if (write.act) await owner.confirm(write.act);
    expect([write.name, refusal(await fromTab(write))[1]]).not.toEqual([write.name, NOT_PROVEN[1]]);
  }
  owner = await signInClient(server, (await newMember()).id);
  await owner.confirm('make_recovery_codes');
  const make = () => owner.call('POST', '/me/recovery-codes');
  expect([(await make()).status, (await make()).status]).toEqual([200, 403]);
});

// @proves 11.12
test('that only begin an act leave its step-up to the call that completes it', async () => {
  await owner.confirm('add_passkey');
  const begin = () => owner.call('POST', '/me/passkeys/options');
  expect([(await begin()).status, (await begin()).status]).toEqual([200, 200]);
});

// @proves 11.12
test('that are refused keep their step-up', async () => {
  await owner.confirm('set_password');
  const set = (password: string) => owner.call('PUT', '/me/setting-password', { password });
  expect((await set('password')).status).toBe(422);
  expect((await set('ume-no-hana-2027')).status).toBe(200);
  expect(refusal(await set('take-no-haru-2028'))).toEqual(NOT_PROVEN);
});

// @proves 11.12
test('that are sent ten times at once share one step-up', async () => {
  await owner.confirm('make_recovery_codes');
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => owner.call('POST', '/me/recovery-codes')),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

// @proves 11.401
test.each(ACTS)('are named by the code that is mailed and texted: %s', async (act) => {
  const said = await Promise.all(
    (['ja', 'en'] as const).map(async (locale) => {
      const { id } = await server.createMember({ locale, email: `${act}-${locale}@example.org` });
      const code = { type: STEP_UP_CODES[act], network: '192.0.2.1' };
      const [mail] = await messagesOf(server, () => sendMemberCode(server.context, id, code));
      return mail?.text.split('\n')[0];
    }),
  );
  for (const other of anotherThan(act)) expect(purposes.get(other)).not.toEqual(said);
  purposes.set(act, said);
});
const purposes = new Map<Act, unknown>();

// @proves 11.10 12.112
test('are not allowed by the step-up for downloading the data', async () => {
  await owner.confirm('export_data');
  for (const path of ['/me/passkeys/options', '/me/recovery-codes', '/me/totp']) {
    expect([path, ...refusal(await owner.call('POST', path))]).toEqual([path, ...NOT_PROVEN]);
  }
  expect(refusal(await owner.call('DELETE', '/me', { reason: 'other' }))).toEqual(NOT_PROVEN);
  expect((await owner.call('POST', '/me/data-export')).status).toBe(204);
});

// @proves 10.428
test.each(
  STEP_UP_CODE_TYPES.filter((type) => !(API_CODE_TYPES as readonly string[]).includes(type)),
)('have no code of %s sent or taken by the API', async (type) => {
  const sent = await messagesOf(server, async () => {
    for (const version of ['', '/v2']) {
      const asked = await owner.call('POST', `${version}/me/mfa/send-code`, { type });
      expect(asked.status).toBe(422);
    }
  });
  expect(sent).toEqual([]);
  // One that the provider has sent meanwhile.
  const code = codeIn(
    await messagesOf(server, () =>
      sendMemberCode(server.context, owner.memberId, { type, network: '192.0.2.1' }),
    ),
  );
  expect((await owner.verify(type, code)).status).toBe(422);
});

// @proves 13.400
test('do not give, cancel or change a passport to whoever has the access token alone', async () => {
  const buyer = await createPassportClient(server);
  const passport = await buyer.buyPaid();
  owner = await signInClient(server, buyer.id);
  const path = `/passports/${passport.id}`;
  const thief = await createPassportClient(server);
  const thieves: [string, string, object?][] = [
    ['POST', `${path}/transfer/link`],
    ['POST', `${path}/transfer`, { username: thief.code }],
    ['DELETE', path],
    ['PUT', path, { photo_id: passport.id }],
    ['POST', `${path}/physical-card`],
    ['POST', `${path}/turnstile-grant`, { device_key: 'A'.repeat(44) }],
    ['PUT', '/me/reminders', { email: false }],
  ];
  for (const [method, url, body] of thieves) {
    const answer = await callWith({ method, path: url, body });
    expect([url, ...refusal(answer)]).toEqual([url, ...UNKNOWN_BROWSER]);
  }
  for (const [method, url, body] of thieves.slice(0, 3)) {
    expect(refusal(await owner.call(method, url, body))).toEqual(NOT_PROVEN);
  }
  expect(await buyer.get(passport.id)).toMatchObject({ canceled_at: null });
  await owner.confirm('give_passport');
  expect((await owner.call('POST', `${path}/transfer/link`)).status).toBe(200);
  expect(refusal(await owner.call('DELETE', path))).toEqual(NOT_PROVEN);
});

const WRONG_BROWSER_PROOFS: [string, { ago?: number; [part: string]: unknown }][] = [
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
test.each(WRONG_BROWSER_PROOFS)('refuse a DPoP proof %s', async (_what, { ago = 0, ...more }) => {
  await owner.confirm('make_recovery_codes');
  const act = { method: 'POST', path: '/me/recovery-codes' };
  const now = new Date(server.clock.now().getTime() - ago);
  const before = server.clock.now().getTime();
  const refused = await callWith(act, { dpop: browserProofOf(act, { now, ...more }) });
  expect(refusal(refused)).toEqual(UNKNOWN_BROWSER);
  // A browser whose clock is wrong learns the time, in whole seconds. The clock goes on meanwhile.
  const told = Date.parse(refused.headers.get('date') ?? '');
  expect(told).toBeGreaterThan(before - 1000);
  expect(told).toBeLessThanOrEqual(server.clock.now().getTime());
  expect((await callWith(act, { dpop: browserProofOf(act) })).status).toBe(200);
  await owner.confirm('make_recovery_codes');
  const throughEdge = browserProofOf(act, { url: `${ORIGIN}/api/me/recovery-codes` });
  expect((await callWith(act, { dpop: throughEdge })).status).toBe(200);
});

// @proves 11.15
test('do not lead a stolen tab from a number of the thief to a step-up', async () => {
  // The number was typed before, and never confirmed.
  const bySms = await owner.send('mfa_edit_account', { channel: 'sms' });
  expect(refusal(bySms)).toEqual([422, 'user.send_code.phone_number_invalid']);
  await owner.stepUp('verify_phone');
  expect(refusal(await fromTab({ method: 'POST', path: '/me/passkeys/options' }))).toEqual(
    NOT_PROVEN,
  );
  expect((await owner.call('GET', '/me/step-up?act=add_passkey')).body.data).toEqual({
    allowed_until: null,
  });
});

// @proves 7.81 9.24 11.26
test.each([
  ['a passkey', ['pop', 'user', 'mfa'], 'add_passkey', null],
  ['LINE', ['fed'], 'add_passkey', null],
  ['a password and a second step', ['pwd', 'otp', 'mfa'], 'add_passkey', null],
  ['a password alone', ['pwd'], 'add_passkey', null],
  ['the sign-up', ['otp'], 'add_passkey', expect.any(String)],
  ['the sign-up', ['otp'], 'edit_profile', expect.any(String)],
  ['the sign-up', ['otp'], 'turn_on_second_step', expect.any(String)],
  ['the sign-up', ['otp'], 'give_passport', null],
  ['the sign-up', ['otp'], 'close_account', null],
])('after %s (%j) have a step-up of %s for ten minutes: %s', async (_how, amr, act, until) => {
  const fresh = await signInClient(server, owner.memberId, { amr });
  const asked = async () =>
    (await fresh.call('GET', `/me/step-up?act=${act}`)).body.data.allowed_until;
  server.clock.advance(STEP_UP_MS - 2000);
  await fresh.renew();
  expect(await asked()).toEqual(until);
  server.clock.advance(2000);
  await fresh.renew();
  expect(await asked()).toBeNull();
});
