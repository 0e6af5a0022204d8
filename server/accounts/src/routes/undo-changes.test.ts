import type { OutboxMessage } from '@portal/server-mail/queue';
import { linkConnection } from '@portal/server-members/connections';
import { reloadMember } from '@portal/server-members/members';
import { members } from '@portal/server-members/schema/members';
import { inTransaction } from '@portal/server-platform/database/database';
import { sharedServer, type TestServer } from '@portal/server-testing';
import {
  type AccountClient,
  codeIn,
  messagesOf,
  signInClient,
} from '@portal/server-testing/account-client';
import { createAuthenticator } from '@portal/server-testing/idp/authenticator';
import { makePasskey } from '@portal/server-testing/passkey-maker';
import { publicCaller, refusal } from '@portal/server-testing/public-client';
import { eq } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import { announceChange } from '../changes/announce-change.ts';
import { readBefore } from '../changes/sign-in-settings.ts';
import { checkPassword } from '../password/credentials.ts';
import { passkeys } from '../schema/second-step-methods.ts';
import { askForPasskey, checkPasskey } from '../second-step/passkeys.ts';

const PASSWORD = 'sakura-mochi-2026';
const NEW_PASSWORD = 'ume-no-hana-2027';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const CHROME = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0';
const GONE = [422, 'token.not_found'];

const server = sharedServer({ config: { callsPerMinute: 1_000_000 } });
let publicCall: ReturnType<typeof publicCaller>;
let people = 0;
beforeAll(async () => {
  publicCall = publicCaller(server);
});

/** A member, and somebody in a session of theirs who can give every step-up. */
async function startMember(profile: Parameters<TestServer['createMember']>[0] = {}) {
  people += 1;
  const email = `owner-${people}@example.com`;
  const { id } = await server.createMember({
    email,
    locale: 'en',
    password: PASSWORD,
    ...profile,
  });
  // The browser of the sign-up is nobody else's.
  server.clock.advance(2 * HOUR_MS);
  return { id, email, thief: await signInThief(id) };
}
/** Somebody in a browser that has just become known. */
const signInThief = (id: string) =>
  signInClient(server, id, { browserSince: server.clock.now(), confirms: true });
const undo = (token: string) => publicCall('POST', '/undo-changes', { token });
const undoneFor = async (token: string) => (await undo(token)).body?.data?.status;
const tokenFor = (messages: readonly OutboxMessage[], to: string) =>
  messages
    .filter(({ recipient }) => recipient === to)
    .flatMap(({ text }) => /\/undo-changes#token=([\w-]{43})/.exec(text)?.[1] ?? [])[0] ?? '';
const memberOf = async (id: string) =>
  (await server.db.select().from(members).where(eq(members.id, id)))[0];
const stateOf = async (id: string) => {
  const client = await signInClient(server, id);
  const methods = (await client.call('GET', '/me/sign-in-methods')).body.data;
  return { ...methods, address: (await memberOf(id))?.email };
};

async function addPasskey(client: AccountClient) {
  const { config } = server.context;
  const options = (await client.call('POST', '/me/passkeys/options')).body.data;
  const response = makePasskey(options, { origin: config.portalOrigin });
  await client.call('POST', '/me/passkeys', { name: 'Key', response });
  const key = createAuthenticator({ rpId: config.passkeyDomain, origin: config.idpOrigin });
  await server.db
    .update(passkeys)
    .set({ id: key.id, publicKey: key.publicKey })
    .where(eq(passkeys.id, response.id));
  return async () => {
    const asked = { purpose: 'sign-in' } as const;
    const { challenge } = await askForPasskey(server.context, asked);
    const answer = JSON.parse(key.answer({ challenge }));
    return (await checkPasskey(server.context, answer, asked))?.memberId;
  };
}
async function addTwoPasskeys(client: AccountClient) {
  await addPasskey(client);
  await addPasskey(client);
}
async function changeEmail(client: AccountClient, email: string, current_password = PASSWORD) {
  const sent = await messagesOf(server, () =>
    client.call('PUT', '/me/change-email', { email, current_password }),
  );
  const code = /(?<![\w-])\d{6}(?![\w-])/.exec(sent[0]?.text ?? '')?.[0] ?? '';
  return messagesOf(server, () => client.verify('verify_email_change', code));
}
async function addApp(client: AccountClient) {
  const { secret } = (await client.call('POST', '/me/totp')).body.data;
  const code = () => new TOTP({ secret }).generate({ timestamp: server.clock.now().getTime() });
  await client.call('PUT', '/me/totp', { code: code() });
  return code;
}
async function confirmSms(client: AccountClient) {
  const code = codeIn(await messagesOf(server, () => client.send('verify_phone')));
  await client.verify('verify_phone', code);
  return client.call('PUT', '/me/mfa/enable', { channel: 'sms' });
}

// @proves 12.26 12.53
test('a passkey planted before the address was changed is gone, and signs nobody in', async () => {
  const { id, email, thief } = await startMember();
  const signIn = await addPasskey(thief);
  expect(await signIn()).toBe(id);
  server.clock.advance(HOUR_MS);
  await thief.renew();
  const again = await signInThief(id);
  const told = await changeEmail(again, 'thief-1@example.org');
  expect(await undoneFor(tokenFor(told, email))).toBe('undone');
  expect(await signIn()).toBeUndefined();
  expect(await stateOf(id)).toMatchObject({ passkeys: 0, address: email });
});

type Kind = {
  readonly about: RegExp;
  readonly profile?: Parameters<TestServer['createMember']>[0];
  readonly prepare?: (client: AccountClient) => Promise<unknown>;
  readonly change: (client: AccountClient) => Promise<unknown>;
  readonly changed: object;
  readonly restored: object;
};
const OWN_PHONE = {
  phone: '+819012345678',
  phoneCountryCode: 'JP',
  phoneConfirmedAt: new Date(0),
};
const ownPhone = { second_step: { sms: expect.stringMatching(/78$/) } };
const noSteps = { enabled: false, totp: false, recovery_codes_left: 0 };
const KINDS: readonly (readonly [string, Kind])[] = [
  [
    'a new passkey',
    { about: /passkey/, change: addPasskey, changed: { passkeys: 1 }, restored: { passkeys: 0 } },
  ],
  [
    'a new authenticator app',
    {
      about: /authenticator app/,
      change: addApp,
      changed: { second_step: { enabled: true, totp: true, recovery_codes_left: 10 } },
      restored: { second_step: noSteps },
    },
  ],
  [
    'new recovery codes',
    {
      about: /recovery codes/,
      change: (client) => client.call('POST', '/me/recovery-codes'),
      changed: { second_step: { recovery_codes_left: 10 } },
      restored: { second_step: noSteps },
    },
  ],
  [
    'codes by SMS as a second step',
    {
      about: /Two-step verification/,
      profile: { phone: '+819012345678', phoneCountryCode: 'JP' },
      change: confirmSms,
      changed: { second_step: { enabled: true, channel: 'sms' } },
      restored: { second_step: { enabled: false, channel: 'email', sms: null } },
    },
  ],
  [
    'another phone number',
    {
      about: /phone number/,
      profile: OWN_PHONE,
      change: (client) => client.call('PUT', '/me', { phone: '+819087654321' }),
      changed: { second_step: { sms: null } },
      restored: ownPhone,
    },
  ],
  [
    'a removed phone number',
    {
      about: /phone number/,
      profile: OWN_PHONE,
      change: (client) => client.call('PUT', '/me', { phone: null }),
      changed: { second_step: { sms: null } },
      restored: ownPhone,
    },
  ],
  [
    'a LINE account',
    {
      about: /LINE/,
      change: async ({ memberId }) => {
        const account = { connection: 'line', subject: `planted-${memberId}` };
        await linkConnection(server.context, memberId, account);
        await inTransaction(server.db, async (db) => {
          const tx = { ...server.context, db };
          const before = await readBefore(tx, await reloadMember(tx, memberId));
          await announceChange(tx, before, {
            notice: 'line_linked',
            device: { userAgent: CHROME },
          });
        });
      },
      changed: { line: true },
      restored: { line: false },
    },
  ],
  [
    'a new address',
    {
      about: /email address/,
      change: (client) => changeEmail(client, `thief-of-${client.memberId}@example.org`),
      changed: { address: expect.stringMatching(/^thief-of/) },
      restored: { address: expect.stringMatching(/^owner-/) },
    },
  ],
  [
    'another password',
    {
      about: /password/,
      change: (client) =>
        client.call('PUT', '/me/setting-password', {
          password: NEW_PASSWORD,
          current_password: PASSWORD,
        }),
      changed: { password: true },
      restored: { password: false },
    },
  ],
  [
    'the second step turned off',
    {
      about: /Two-step verification/,
      profile: { mfaEnabled: true },
      change: (client) => client.call('PUT', '/me/mfa/disable'),
      changed: { second_step: { enabled: false } },
      restored: { second_step: { enabled: true } },
    },
  ],
  [
    'codes turned off',
    {
      about: /Codes by email and text message/,
      prepare: addTwoPasskeys,
      change: (client) => client.call('PUT', '/me/mfa/enable', { channel: 'none' }),
      changed: { second_step: { codes: false } },
      restored: { second_step: { codes: true } },
    },
  ],
  [
    'a removed authenticator app',
    {
      about: /authenticator app/,
      prepare: addApp,
      change: (client) => client.call('DELETE', '/me/totp'),
      changed: { second_step: { totp: false } },
      restored: { second_step: { totp: true, enabled: true, recovery_codes_left: 10 } },
    },
  ],
  [
    'a removed passkey, which stays removed',
    {
      about: /passkey/,
      prepare: addPasskey,
      change: async (client) => {
        const [key] = (await client.call('GET', '/me/passkeys')).body.data;
        await client.call('DELETE', `/me/passkeys/${key.id}`);
      },
      changed: { passkeys: 0 },
      restored: { passkeys: 0 },
    },
  ],
];
// @proves 12.25 12.52 12.53
test.each(KINDS)('%s is mailed to the owner, whose link takes it back', async (_, kind) => {
  const { id, email, thief } = await startMember(kind.profile);
  await kind.prepare?.(thief);
  // What the owner did long ago stays.
  server.clock.advance(kind.prepare ? 100 * HOUR_MS : MINUTE_MS);
  const client = await signInThief(id);
  const told = await messagesOf(server, () => kind.change(client));
  const mine = told.filter(({ recipient }) => recipient === email);
  const mail = mine.find(({ text }) => text.includes('/undo-changes'));
  expect(`${mail?.subject}\n${mail?.text}`).toMatch(kind.about);
  expect(mail?.text).toMatch(
    /^When: [A-Z][a-z]{2} \d+ [A-Z][a-z]{2} 20\d\d, \d+:\d\d [AP]M \(Japan time\)$/m,
  );
  expect(mail?.text).toMatch(/^Device: Chrome · Windows$/m);
  expect(await stateOf(id)).toMatchObject(kind.changed);

  server.clock.advance(HOUR_MS);
  const after = await messagesOf(server, async () => {
    expect(await undoneFor(tokenFor(told, email))).toBe('undone');
  });
  expect(await stateOf(id)).toMatchObject(kind.restored);
  expect((await client.call('GET', '/userinfo')).status).toBe(401);

  // The old password is void; the mailed link sets a new one.
  expect(await checkPassword(server.context, { email, password: PASSWORD })).not.toMatchObject({
    kind: 'accepted',
  });
  const reset = after.find(({ recipient }) => recipient === email)?.text ?? '';
  const ticket = /\/reset-password\/form#code=([\w-]{43})/.exec(reset)?.[1];
  const body = { type: 'reset_password_link', ticket, password: 'matcha-to-daifuku-88' };
  expect((await publicCall('PUT', '/setting-password', body)).status).toBe(200);
});

// @proves 12.53 12.55
test('codes that the owner had turned off are off again, and the reset takes a second step', async () => {
  const { id, email, thief } = await startMember({ mfaWithoutCodes: true, mfaEnabled: true });
  await addTwoPasskeys(thief);
  server.clock.advance(100 * HOUR_MS);
  const client = await signInThief(id);
  const told = await messagesOf(server, () =>
    client.call('PUT', '/me/mfa/enable', { channel: 'email' }),
  );
  expect(await stateOf(id)).toMatchObject({ second_step: { codes: true } });
  const after = await messagesOf(server, () => undo(tokenFor(told, email)));
  expect(await stateOf(id)).toMatchObject({ second_step: { codes: false } });
  const reset = after.find(({ recipient }) => recipient === email)?.text ?? '';
  const ticket = /\/reset-password\/form#code=([\w-]{43})/.exec(reset)?.[1];
  const body = { type: 'reset_password_link', ticket, password: 'matcha-to-daifuku-88' };
  const answer = await publicCall('PUT', '/setting-password', body);
  expect(refusal(answer)).toEqual([422, 'user.second_step_required']);
});

// @proves 12.57
test.each([
  ['an app', addApp, { second_step: { totp: true } }],
  ['a passkey', addPasskey, { passkeys: 1 }],
  [
    'codes by text message',
    (owner: AccountClient) => confirmSms(owner),
    { second_step: { codes: true, channel: 'sms' } },
  ],
] as const)(
  '%s that the owner has added today stays, whoever reads the mailbox',
  async (_, add, state) => {
    const phone = { phone: '+819012345678', phoneCountryCode: 'JP' };
    const { id, email } = await startMember(phone);
    const owner = await signInClient(server, id, { confirms: true });
    const mails = await messagesOf(server, async () => {
      await add(owner);
      await owner.call('PUT', '/me/mfa/enable', {});
    });
    const before = await stateOf(id);
    expect(before).toMatchObject(state);
    const thief = await signInThief(id);
    const planted = await addPasskey(thief);
    expect(await planted()).toBe(id);
    expect(await undoneFor(tokenFor(mails, email))).toBe('undone');
    expect(await stateOf(id)).toEqual({ ...before, password: false });
    expect(await planted()).toBeUndefined();
  },
);

// @proves 12.54
test('whoever changed the address gets no link, for no later change', async () => {
  const { id, email, thief } = await startMember();
  const first = await changeEmail(thief, 'thief-2@example.org');
  server.clock.advance(HOUR_MS);
  const later = await signInThief(id);
  const second = await messagesOf(server, () => addPasskey(later));
  server.clock.advance(HOUR_MS);
  const back = await changeEmail(await signInThief(id), email);
  for (const messages of [first, second, back]) {
    expect(tokenFor(messages, 'thief-2@example.org')).toBe('');
    expect(tokenFor(messages, email)).not.toBe('');
  }
  expect(second.map(({ recipient }) => recipient).sort()).toEqual([email, 'thief-2@example.org']);
  // The address was changed back meanwhile; the thief changes it once more.
  server.clock.advance(HOUR_MS);
  await changeEmail(await signInThief(id), 'thief-2@example.org');
  const after = await messagesOf(server, async () => {
    expect(await undoneFor(tokenFor(second, email))).toBe('undone');
  });
  expect(await stateOf(id)).toMatchObject({ address: email, passkeys: 0 });
  const toThief = after.filter(({ recipient }) => recipient === 'thief-2@example.org');
  expect(toThief).toHaveLength(1);
  expect(toThief[0]?.text).not.toMatch(/https?:/);
  for (const messages of [first, back]) {
    expect(refusal(await undo(tokenFor(messages, email)))).toEqual(GONE);
  }
});

// @proves 12.54
test('an address that has been the member’s for 72 hours takes back what came after it', async () => {
  const { id, thief: owner } = await startMember();
  await changeEmail(owner, 'moved@example.org');
  server.clock.advance(72 * HOUR_MS);
  const thief = await signInThief(id);
  const told = await changeEmail(thief, 'thief-3@example.org');
  expect(await undoneFor(tokenFor(told, 'moved@example.org'))).toBe('undone');
  expect(await stateOf(id)).toMatchObject({ address: 'moved@example.org' });
});

// @proves 7.37 8.19 9.26 12.6 12.52
test('a used link says so; one that is late, changed or made up is refused', async () => {
  const { id, email, thief } = await startMember();
  const token = tokenFor(await messagesOf(server, () => addPasskey(thief)), email);
  const other = await startMember();
  const theirs = tokenFor(await messagesOf(server, () => addPasskey(other.thief)), other.email);
  const changed = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');
  for (const one of [changed, 'made-up', '']) expect(refusal(await undo(one))).toEqual(GONE);

  expect((await undo(token)).body.data).toEqual({
    status: 'undone',
    email: expect.stringContaining('@example.com'),
    passports: 0,
  });
  const again = await signInThief(id);
  await addPasskey(again);
  expect(await undoneFor(token)).toBe('already_undone');
  expect(await stateOf(id)).toMatchObject({ passkeys: 1 });
  // Each link is for its own member.
  expect(await stateOf(other.id)).toMatchObject({ passkeys: 1 });
  server.clock.advance(72 * HOUR_MS);
  expect(refusal(await undo(theirs))).toEqual(GONE);
  expect(refusal(await undo(token))).toEqual(GONE);
  expect(await stateOf(other.id)).toMatchObject({ passkeys: 1 });
});

test('of many uses of both links of a member at once, one takes the changes back', async () => {
  const { email, thief } = await startMember();
  const first = tokenFor(await messagesOf(server, () => addPasskey(thief)), email);
  const second = tokenFor(await messagesOf(server, () => addPasskey(thief)), email);
  const tokens = [first, second, first, second, first, second];
  const answers = await Promise.all(tokens.map(undoneFor));
  expect(answers.filter((status) => status === 'undone')).toHaveLength(1);
});
