import { askRecovery } from '@portal/server-accounts/settings/ask-recovery';
import { deliverDue } from '@portal/server-mail/delivery';
import { credentials } from '@portal/server-members/schema/members';
import { queryRows } from '@portal/server-platform/database/database';
import {
  type AccountClient,
  codeIn,
  messagesOf,
  signInClient,
} from '@portal/server-testing/account-client';
import { callApi } from '@portal/server-testing/api-call';
import { addPasskey } from '@portal/server-testing/idp/add-passkey';
import { createBrowser, type TestBrowser, type Visit } from '@portal/server-testing/idp/browser';
import { PORTAL, sharedIdp } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';
import { createPassportClient, newStaff } from '@portal/server-testing/passports';
import { proofTest as it } from '@portal/server-testing/proofs';
import { publicCaller } from '@portal/server-testing/public-client';
import { securityTable } from '@portal/server-testing/security-table';
import { eq, getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { Secret, TOTP } from 'otpauth';
import { PERSONAL_TABLES } from './personal-tables.ts';

const WITH_TRUST = { ...MEMBER, email: 'trusting@example.com' };
/** The names of the tables, and what a copy of each opens. */
const ROWS = securityTable('A copy of the database').map(
  ([name = '', , opens = '']): [string, string] => [name.replaceAll('`', ''), opens],
);

/** Somebody has a copy of the whole database, and what everybody knows. */
const server = sharedIdp({ member: MEMBER, config: { callsPerMinute: 1_000_000 } });
let dump: string;
const copies = new Map<string, string>();
/** What members, browsers and staff hold, by its kind. */
const held: [kind: string, secret: string][] = [];
beforeAll(async () => {
  await server.createMember({ ...WITH_TRUST, mfaEnabled: true });
  await fillWithSecrets();
  for (const { table } of PERSONAL_TABLES) copies.set(getTableName(table), await copyOf(table));
  dump = [...copies.values()].join('\n');
});

async function passPassword(browser: TestBrowser, who: typeof MEMBER) {
  const { authorization } = await createPortal(server, browser);
  return browser.submit(await browser.go((await authorization()).url), who);
}

async function fillWithSecrets(): Promise<void> {
  const hold = (kind: string, ...secrets: (string | undefined)[]) => {
    for (const secret of secrets) {
      if (secret && !kind.includes('locale')) held.push([kind, secret]);
    }
  };
  const holdCookies = ({ jar }: TestBrowser) => {
    for (const [name, { value }] of jar) hold(`cookie ${name}`, value);
  };
  const portal = await createPortal(server);
  const { tokens } = await portal.signIn();
  hold('access token', tokens.access_token);
  hold('refresh token', tokens.refresh_token);
  await portal.renew(tokens.refresh_token ?? '');
  holdCookies(portal.browser);
  const trusting = createBrowser(server.issuer);
  let second: Visit | undefined;
  const mailed = await messagesOf(server, async () => {
    second = await passPassword(trusting, WITH_TRUST);
  });
  if (second) await trusting.submit(second, { code: codeIn(mailed), trust: 'yes' });
  holdCookies(trusting);
  const pending = createBrowser(server.issuer);
  await passPassword(pending, WITH_TRUST);
  holdCookies(pending);
  await passPassword(createBrowser(server.issuer), { ...MEMBER, password: 'wrong' });

  const { id } = await server.createMember({
    phone: '+819012345678',
    mfaEnabled: true,
    password: MEMBER.password,
  });
  const member = await signInClient(server, id, { confirms: true });
  hold('access token', member.accessToken);
  const codes = await member.call('POST', '/me/recovery-codes');
  hold('recovery code', ...(codes.body.data.recovery_codes as string[]));
  const app = (await member.call('POST', '/me/totp')).body.data;
  hold('secret of an app', app.secret);
  const totp = new TOTP({ secret: Secret.fromBase32(app.secret) });
  const code = totp.generate({ timestamp: server.clock.now().getTime() });
  await member.call('PUT', '/me/totp', { code });
  const pushes = { endpoint: 'https://fcm.googleapis.com/of-a-browser', auth: 'A'.repeat(22) };
  const push_key = (await member.call('GET', '/me/reminders')).body.data.push_key;
  const point = { p256dh: push_key, push_key };
  await member.call('PUT', '/me/push-subscription', { ...pushes, ...point });
  hold('challenge', (await member.call('POST', '/me/passkeys/options')).body.data.challenge);
  await addPasskey(server, id, server.issuer);
  const giver = await createPassportClient(server);
  const passport = await giver.buyPaid();
  const paid = await giver.buy({ payment_type: 'card' });
  await giver.call('POST', `/passports/${paid.id}/payment`);
  const offered = await giver.call('POST', `/passports/${passport.id}/transfer/link`);
  hold('gift link', offered.body.token);
  hold('token of the staff', (await newStaff(server)).token);
  hold('ticket of LINE', await server.lineTicket());

  const messages = await messagesOf(server, async () => {
    await member.call('POST', '/me/data-export');
    await member.send('mfa_edit_account');
    await server.mailLock(id);
    await member.call('POST', '/me/link-line');
    hold('link', await lose(id));
    await server.mailSignIn(id);
    const visitor = publicCaller(server);
    const asked = { type: 'reset_password', email: MEMBER.email, locale: 'ja' };
    await visitor('POST', '/v2/mfa/send-code', asked);
  });
  for (const { text } of [...messages, ...(await server.outbox.messages())]) {
    for (const [secret] of text.matchAll(/(?<![\w-])[\w-]{43}(?![\w-])/g)) hold('link', secret);
    // A link may name an id, whose digits are no code.
    for (const [secret] of text.matchAll(/(?<![\w-])\d{6}(?![\w-])/g)) hold('code', secret);
  }
}

/** Asks for a sign-in by the mailbox alone, and reads the link that the portal shows. */
async function lose(id: string) {
  await server.db
    .update(credentials)
    .set({ mailedAt: server.clock.now() })
    .where(eq(credentials.memberId, id));
  await askRecovery(server.context, id, {});
  const { body } = await (await signInClient(server, id)).call('GET', '/notifications');
  return /#code=([\w-]{43})/.exec(JSON.stringify(body))?.[1];
}

/** Every value of every row of a table, as text. */
async function copyOf(table: PgTable): Promise<string> {
  const rows = await queryRows(server.db, sql`select row_to_json(t)::text as row from ${table} t`);
  return JSON.stringify(rows).replaceAll('\\"', '"');
}

// @proves 11.530
test('holds nothing that a member, a browser or the staff holds', () => {
  const kinds = new Set(held.map(([kind]) => kind.split(' ')[0]));
  expect([...kinds].sort()).toEqual([
    'access',
    'challenge',
    'code',
    'cookie',
    'gift',
    'link',
    'recovery',
    'refresh',
    'secret',
    'ticket',
    'token',
  ]);
  // Six digits stand in other numbers and in ids too.
  const isThere = (secret: string) =>
    new RegExp(`(?<![\\w.-])${secret.replace(/[^\w-]/g, '\\$&')}(?![\\w-])`).test(dump);
  expect(held.filter(([, secret]) => isThere(secret)).map(([kind]) => kind)).toEqual([]);
});

const otherTables = PERSONAL_TABLES.map(({ table }) => getTableName(table))
  .filter((name) => !ROWS.some(([named]) => named === name))
  .map((name): [string, string] => [name, 'nothing']);
// @proves 11.530 11.552
it.each([...ROWS, ...otherTables])('opens by %s: %s', async (name, opens) => {
  const values = new Set(copies.get(name)?.match(/[\w.:~+/=$,-]{16,}/g));
  if (ROWS.some(([named]) => named === name)) expect(values.size).toBeGreaterThan(0);
  const stranger = await signInClient(server, (await server.createMember({})).id);
  const opened = new Set<string>();
  for (const value of values) {
    if (value.length > 1000) continue;
    for (const [way, status] of await tryEverywhere(name, value, stranger)) {
      if (status < 400) opened.add(way);
    }
  }
  expect([...opened].join(', ') || 'nothing').toBe(opens);
});

async function tryEverywhere(
  table: string,
  value: string,
  stranger: AccountClient,
): Promise<[way: string, status: number][]> {
  const bearer = { authorization: `Bearer ${value}` };
  const call = async (method: string, path: string, body?: object, headers = {}) =>
    (await callApi(server, { method, path, body, headers })).status;
  const post = async (path: string, body: object): Promise<[string, number]> => [
    path,
    await call('POST', path, body),
  ];
  const theirs = async (path: string, body: object): Promise<[string, number]> => [
    path,
    (await stranger.call('POST', path, body)).status,
  ];
  const token = async (grant: object): Promise<number> => {
    const body = new URLSearchParams({ client_id: 'portal', ...grant });
    const headers = { origin: PORTAL };
    return (await fetch(`${server.issuer}/oauth/token`, { method: 'POST', headers, body })).status;
  };
  const redirect_uri = `${PORTAL}/callback`;
  const tries: [way: string, status: number][] = [
    ['userinfo', await call('GET', '/userinfo', undefined, bearer)],
    ['revocations', await call('GET', '/operator/revocations', undefined, bearer)],
    ['refresh', await token({ grant_type: 'refresh_token', refresh_token: value })],
    ['code', await token({ grant_type: 'authorization_code', code: value, redirect_uri })],
    ['session', await signsIn({ [`idp_session_${new URL(server.issuer).port}`]: value })],
    ['photo', await call('GET', `/passports/photos/${encodeURIComponent(value)}`)],
    ['page of the payment', await openPayment(value)],
    await post('/undo-changes', { token: value }),
    await post('/not-me', { code: value }),
    await post('/unblock', { code: value }),
    await post('/mfa/verify-link', { code: value, type: 'verify_email_link' }),
    await theirs('/me/data-export/download', { code: value }),
    await theirs('/passport-offers/find', { token: value }),
  ];
  for (const type of ['mfa_forgot_password', 'reset_password_link', 'verify_email_link']) {
    const body = { type, ticket: value, password: 'take-no-haru-2028' };
    tries.push([`new password by ${type}`, await call('PUT', '/setting-password', body)]);
  }
  // A sign-in by password takes a while.
  if (table === 'trusted_browsers') {
    tries.push(['trust', await signsIn({ idp_trust: value }, WITH_TRUST)]);
  }
  if (table === 'credentials') {
    tries.push(['password', await signsIn({}, { ...MEMBER, password: value.slice(0, 128) })]);
  }
  return tries;
}

const openPayment = async (url: string) =>
  url.startsWith('http://localhost:4309/')
    ? ((await server.payments?.fetch(new Request(url)))?.status ?? 404)
    : 404;

/** Whether a browser with these cookies comes back signed in, as a status. */
async function signsIn(cookies: Record<string, string>, who?: typeof MEMBER): Promise<number> {
  const browser = createBrowser(server.issuer);
  for (const [name, value] of Object.entries(cookies)) {
    browser.jar.set(`${name} /`, { value, path: '/' });
  }
  const portal = await createPortal(server, browser);
  const back = who ? await passPassword(browser, who) : (await portal.silentCheck()).back;
  return back.url.searchParams.has('code') ? 200 : 401;
}

// @proves 11.531
test('keeps of a message that was sent to whom and when', async () => {
  const database = { kind: 'postgres', url: '' } as const;
  const config = { ...server.context.config, database };
  await deliverDue({ ...server.context, config }, async () => {});
  const rows = await queryRows<Record<string, unknown>>(
    server.db,
    sql`select subject, text, html, attachments, sealed_content from outbox_messages where status = 'sent'`,
  );
  expect(rows.length).toBeGreaterThan(3);
  for (const row of rows) {
    expect(row).toEqual({
      subject: '',
      text: '',
      html: null,
      attachments: null,
      sealed_content: null,
    });
  }
});
