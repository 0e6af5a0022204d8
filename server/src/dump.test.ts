import { createHash, createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { queryRows } from './db/database.ts';
import { PERSONAL_TABLES } from './db/personal-tables.ts';
import { PORTAL, startTestIdp, type TestIdp } from './idp/testing/idp.ts';
import { createPortal, MEMBER } from './idp/testing/portal.ts';
import { deliverDue } from './mail/delivery.ts';
import { type AccountClient, messagesOf, signInClient } from './testing/account-client.ts';
import { callApi } from './testing/api-call.ts';
import { createPassportClient, newStaff } from './testing/passports.ts';
import { publicCaller } from './testing/public-client.ts';

/** Shorter texts are guessed, and not copied. */
const SHORTEST_SECRET = 16;

/** Somebody has a copy of the whole database, and what everybody knows. */
describe('a copy of the database', () => {
  let server: TestIdp;
  let dump: string;
  /** What members, browsers and staff hold, by its kind. */
  const held: [kind: string, secret: string][] = [];
  beforeAll(async () => {
    server = await startTestIdp({ member: MEMBER, config: { callsPerMinute: 1_000_000 } });
    await fillWithSecrets();
    dump = await dumpOf();
  });
  afterAll(() => server.close());

  async function fillWithSecrets(): Promise<void> {
    const hold = (kind: string, ...secrets: (string | undefined)[]) => {
      for (const secret of secrets) {
        if (secret && !kind.includes('locale')) held.push([kind, secret]);
      }
    };
    const portal = await createPortal(server);
    const { tokens } = await portal.signIn();
    hold('access token', tokens.access_token);
    hold('refresh token', tokens.refresh_token);
    for (const [name, { value }] of portal.browser.jar) hold(`cookie ${name}`, value);
    const pending = await createPortal(server);
    await pending.browser.go((await pending.authorization()).url);
    for (const [name, { value }] of pending.browser.jar) hold(`cookie ${name}`, value);

    const { id } = await server.createMember({ phone: '+819012345678', mfaEnabled: true });
    const member = await signInClient(server, id, { confirms: true });
    hold('access token', member.accessToken);
    const codes = await member.call('POST', '/me/recovery-codes');
    hold('recovery code', ...(codes.body.data.recovery_codes as string[]));
    const app = (await member.call('POST', '/me/totp')).body.data;
    hold('secret of an app', app.secret);
    const totp = new TOTP({ secret: Secret.fromBase32(app.secret) });
    const code = totp.generate({ timestamp: server.clock.now().getTime() });
    await member.call('PUT', '/me/totp', { code });
    const giver = await createPassportClient(server);
    const passport = await giver.buyPaid();
    const offered = await giver.call('POST', `/passports/${passport.id}/transfer/link`);
    hold('gift link', offered.body.token);
    hold('token of the staff', (await newStaff(server)).token);
    hold('ticket of LINE', await server.lineTicket());

    const messages = await messagesOf(server, async () => {
      await member.call('POST', '/me/data-export');
      await member.send('mfa_edit_account');
      await server.mailLock(id);
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

  /** Every value of every row, as text. */
  async function dumpOf(): Promise<string> {
    const rows: unknown[] = [];
    for (const { table } of PERSONAL_TABLES) {
      rows.push(
        await queryRows(server.db, sql`select row_to_json(t)::text as row from ${table} t`),
      );
    }
    return JSON.stringify(rows).replaceAll('\\"', '"');
  }

  // @proves 11.530
  test('holds nothing that a member, a browser or the staff holds', () => {
    const kinds = new Set(held.map(([kind]) => kind.split(' ')[0]));
    expect([...kinds].sort()).toEqual([
      'access',
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

  // @proves 11.530
  test('names no value that opens an account, a session or a passport, wherever it is sent', async () => {
    const values = new Set(dump.match(/[\w.~+/=-]{16,}/g));
    expect(values.size).toBeGreaterThan(100);
    const stranger = await signInClient(server, (await server.createMember({})).id);
    const opened: string[] = [];
    for (const value of values) {
      if (value.length < SHORTEST_SECRET || value.length > 200) continue;
      for (const [way, status] of await tryEverywhere(value, stranger)) {
        if (status < 400) opened.push(`${way}: ${value}`);
      }
    }
    expect(opened).toEqual([]);
  }, 120_000);

  async function tryEverywhere(
    value: string,
    stranger: AccountClient,
  ): Promise<[way: string, status: number][]> {
    const post = async (path: string, body: object): Promise<[string, number]> => [
      path,
      (await callApi(server, { method: 'POST', path, body })).status,
    ];
    const bearer = (path: string) =>
      callApi(server, { method: 'GET', path, headers: { authorization: `Bearer ${value}` } });
    const refresh = await fetch(`${server.issuer}/oauth/token`, {
      method: 'POST',
      headers: { origin: PORTAL },
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: 'portal',
        refresh_token: value,
      }),
    });
    return [
      ['bearer', (await bearer('/userinfo')).status],
      ['refresh', refresh.status],
      await post('/undo-changes', { token: value }),
      await post('/not-me', { code: value }),
      await post('/unblock', { code: value }),
      await post('/mfa/verify-link', { code: value, type: 'verify_email_link' }),
      ['gift', (await stranger.call('POST', '/passport-offers/find', { token: value })).status],
    ];
  }

  // @proves 11.530
  test('tells no code by its hash: neither a plain hash nor one with an empty key', async () => {
    const rows = await queryRows<{ hash: string; type: string; subject: string; target: string }>(
      server.db,
      sql`select code_hash as hash, type, subject, target from verification_codes`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { hash, type, subject, target } of rows) {
      for (const [, code] of held.filter(([kind]) => kind === 'code')) {
        for (const text of [code, JSON.stringify([type, subject, target, code])]) {
          expect(createHash('sha256').update(text).digest('base64url')).not.toBe(hash);
          expect(createHmac('sha256', '').update(text).digest('base64url')).not.toBe(hash);
        }
      }
    }
  });

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
});
