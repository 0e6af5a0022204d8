import { announceChange } from '@portal/server-accounts/changes/announce-change';
import { readBefore } from '@portal/server-accounts/changes/sign-in-settings';
import { changeUndos } from '@portal/server-accounts/schema/changes';
import { makeRecoveryCodes } from '@portal/server-accounts/second-step/recovery-codes';
import { beginTotp, confirmTotp } from '@portal/server-accounts/second-step/totp';
import { stepUpMethods } from '@portal/server-accounts/step-up/recorded-step-ups';
import { listEvents } from '@portal/server-members/events';
import { findMemberById, lockMember } from '@portal/server-members/members';
import { members } from '@portal/server-members/schema/members';
import { pushSubscriptions } from '@portal/server-notifications/schema/push-subscriptions';
import { inTransaction } from '@portal/server-platform/database/database';
import { codeIn, messagesOf, signInClient } from '@portal/server-testing/account-client';
import { addPasskey } from '@portal/server-testing/idp/add-passkey';
import { createBrowser, type TestBrowser, type Visit } from '@portal/server-testing/idp/browser';
import { freshIdp, PORTAL } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';
import { publicCaller } from '@portal/server-testing/public-client';
import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PHONE = '+819012345678';
const MAILED = { email: MEMBER.email, password: 'ume-no-hana-2027' };
const BY_EMAIL = 'メールで確認コードを受け取る';
const LOST = 'どれも使えなくなりました';

const server = freshIdp({ config: { callsPerMinute: 1_000_000 } });
let memberId: string;
beforeEach(async () => {
  ({ id: memberId } = await server.createMember({
    ...MEMBER,
    phone: PHONE,
    country: 'JP',
    mfaEnabled: true,
  }));
});

const change = (values: Partial<typeof members.$inferInsert>) =>
  server.db.update(members).set(values).where(eq(members.id, memberId));
const isIn = ({ url }: Visit) => url.href.startsWith(`${PORTAL}/callback?code=`);
const person = () => publicCaller(server);

async function addApp() {
  const { secret } = await beginTotp(server.context, {
    id: memberId,
    email: MEMBER.email,
    locale: 'ja',
  });
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = () => app.generate({ timestamp: server.clock.now().getTime() });
  await inTransaction(server.db, (db) => confirmTotp({ ...server.context, db }, memberId, code()));
  server.clock.advance(MINUTE_MS);
  return code;
}

/** Sets a password as whoever reads the mailbox can, and nobody else. */
async function resetByMail() {
  server.clock.advance(MINUTE_MS);
  const mails = await messagesOf(server, () =>
    person()('POST', '/v2/mfa/send-code', {
      type: 'mfa_forgot_password',
      email: MEMBER.email,
      locale: 'ja',
    }),
  );
  const ticket = /form#code=([\w-]{43})/.exec(mails[0]?.text ?? '')?.[1] ?? '';
  const set = { type: 'reset_password_link', ticket, password: MAILED.password };
  expect((await person()('PUT', '/setting-password', set)).status).toBe(200);
}

/** Comes to the page after the password. */
async function passPassword(who = MAILED, browser = createBrowser(server.issuer)) {
  const portal = await createPortal(server, browser);
  const { url } = await portal.authorization({ prompt: 'login' });
  return { browser, page: await browser.submit(await browser.go(url), who) };
}
const sendByMail = async (browser: TestBrowser, page: Visit) =>
  messagesOf(server, () =>
    browser.go(`${page.url.pathname}/send`, {
      method: 'POST',
      body: new URLSearchParams({ method: 'email' }),
      headers: { origin: server.issuer },
    }),
  );

describe('after a new password by mail', () => {
  // @proves 12.432
  it.each([
    ['an authenticator app', addApp],
    ['a passkey', () => addPasskey(server, memberId, server.issuer)],
    ['a confirmed phone', () => change({ phoneConfirmedAt: server.clock.now() })],
    ['recovery codes', () => makeRecoveryCodes(server.context, memberId)],
  ])('a code by mail is no second step of a member with %s', async (_name, add) => {
    await add();
    await resetByMail();
    const sent = await messagesOf(server, async () => {
      const { browser, page } = await passPassword();
      expect(page.html).not.toContain(BY_EMAIL);
      await sendByMail(browser, page);
    });
    expect(sent.filter(({ kind }) => kind === 'mail')).toEqual([]);
  });

  // @proves 12.433
  it('it proves nothing before a change either', async () => {
    await addApp();
    await change({ mfaEnabled: false });
    await resetByMail();
    const thief = await signInClient(server, memberId, { amr: ['pwd'] });
    const record = await findMemberById(server.context, memberId);
    expect(record && (await stepUpMethods(server.context, record))).not.toContain('email');
    const sent = await messagesOf(server, () =>
      thief.send('mfa_edit_account', { channel: 'email' }),
    );
    expect(sent).toEqual([]);
  });
});

describe('a member who has lost everything but the mailbox', () => {
  const OLD = 'hanako@old.example';
  beforeEach(async () => {
    await addApp();
    await change({ phoneConfirmedAt: server.clock.now() });
    await resetByMail();
    // Signing out everywhere has removed the others.
    await server.db.insert(pushSubscriptions).values({
      memberId,
      sessionUid: 'session',
      endpoint: 'https://push.example/1',
      p256dh: 'point',
      auth: 'auth',
      vapidKey: 'key',
      createdAt: server.clock.now(),
    });
  });

  async function ask() {
    const { browser, page } = await passPassword();
    expect(page.html).toContain(LOST);
    let asked: Visit = page;
    const sent = await messagesOf(server, async () => {
      asked = await browser.go(`${page.url.pathname}/recover?ui_locale=ja`, {
        method: 'POST',
        body: new URLSearchParams(),
        headers: { origin: server.issuer },
      });
    });
    return { asked, sent };
  }
  const linkIn = (text = '') => /not-me#code=([\w-]{43})/.exec(text)?.[1] ?? '';
  const wait = (ms: number) => server.clock.advance(ms);
  async function canUseMail() {
    return (await passPassword()).page.html.includes(BY_EMAIL);
  }

  // @proves 12.434
  it('waits 72 hours, and then signs in by a code by email', async () => {
    const { asked } = await ask();
    expect(asked.html).not.toContain(LOST);
    wait(72 * HOUR_MS - 1000);
    expect(await canUseMail()).toBe(false);
    wait(1000);
    const { browser, page } = await passPassword();
    const mails = await sendByMail(browser, page);
    const second = await browser.go(`${page.url.pathname}?method=email&ui_locale=ja`);
    expect(isIn(await browser.submit(second, { code: codeIn(mails) }))).toBe(true);
    const kinds = (await listEvents(server.context, memberId, 20)).map(({ kind }) => kind);
    expect(kinds).toContain('recovery_asked');
  });

  // @proves 12.435
  it('is told by mail, also at the former address, by text message, by push and in the portal', async () => {
    await server.db.delete(changeUndos);
    await inTransaction(server.db, async (db) => {
      const tx = { ...server.context, db };
      const member = await lockMember(tx, memberId);
      if (!member) throw new Error('no member');
      await announceChange(tx, await readBefore(tx, { ...member, email: OLD }), {
        notice: 'email_changed',
      });
    });
    const { sent } = await ask();
    expect(
      sent.map(({ kind, recipient }) => [kind, kind === 'push' ? '' : recipient]).sort(),
    ).toEqual([
      ['mail', MEMBER.email],
      ['mail', OLD],
      ['push', ''],
      ['sms', PHONE],
    ]);
    const told = sent.filter(({ kind }) => kind !== 'push');
    expect(told.map(({ text }) => linkIn(text)).every(Boolean)).toBe(true);
    const owner = await signInClient(server, memberId);
    const { body } = await owner.call('GET', '/notifications');
    expect(linkIn(JSON.stringify(body.data[0]))).toBe(linkIn(told[0]?.text));
    const again = await ask().catch(() => undefined);
    expect(again?.sent ?? []).toEqual([]);
  });

  // @proves 12.435
  it('every one of these refuses it at a press, which sets no new password', async () => {
    const { sent } = await ask();
    const sms = sent.find(({ kind }) => kind === 'sms');
    const refused = await person()('POST', '/not-me', { code: linkIn(sms?.text) });
    expect(refused.body).toEqual({ data: { status: 'signed_out' } });
    wait(72 * HOUR_MS);
    const { page } = await passPassword();
    expect(page.html).toContain('name="password"');
    await resetByMail();
    expect(await canUseMail()).toBe(false);
  });

  // @proves 12.434
  it('is asked by nobody from another site', async () => {
    const { browser, page } = await passPassword();
    const foreign = await browser.go(`${page.url.pathname}/recover`, {
      method: 'POST',
      body: new URLSearchParams(),
      headers: { origin: 'https://evil.example' },
    });
    expect(foreign.response.status).toBe(403);
    wait(72 * HOUR_MS);
    expect(await canUseMail()).toBe(false);
  });
});
