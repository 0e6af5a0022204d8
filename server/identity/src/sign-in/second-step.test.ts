import { recoveryCodes, totpSecrets } from '@portal/server-accounts/schema/second-step-methods';
import {
  makeRecoveryCodes,
  recoveryCodeSeal,
} from '@portal/server-accounts/second-step/recovery-codes';
import { beginTotp, confirmTotp, totpSeal } from '@portal/server-accounts/second-step/totp';
import { listEvents } from '@portal/server-members/events';
import { members } from '@portal/server-members/schema/members';
import { sealText } from '@portal/server-platform/crypto/sealed-text';
import { inTransaction } from '@portal/server-platform/database/database';
import { addPasskey } from '@portal/server-testing/idp/add-passkey';
import { passkeyOptionsOf } from '@portal/server-testing/idp/authenticator';
import { createBrowser, type TestBrowser, type Visit } from '@portal/server-testing/idp/browser';
import { freshIdp, PORTAL } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';
import { generateSecrets } from '@portal/shared-process/secrets';
import { eq, sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';

type Portal = Awaited<ReturnType<typeof createPortal>>;
type Started = Awaited<ReturnType<Portal['authorization']>>;

const server = freshIdp({ line: true });
let memberId: string;
let browser: TestBrowser;
let portal: Portal;
let started: Started;

beforeEach(async () => {
  ({ id: memberId } = await server.createMember({
    ...MEMBER,
    phone: '+819012345678',
    mfaEnabled: true,
  }));
  await openBrowser();
});

async function openBrowser() {
  browser = createBrowser(server.issuer, { alsoAt: [server.line] });
  portal = await createPortal(server, browser);
}

async function signInPage(extra: Record<string, string> = {}): Promise<Visit> {
  started = await portal.authorization(extra);
  return browser.go(started.url);
}
const passFirstStep = async (extra?: Record<string, string>) =>
  browser.submit(await signInPage(extra), MEMBER);
const change = (values: Partial<typeof members.$inferInsert>) =>
  server.db.update(members).set(values).where(eq(members.id, memberId));

/** Code and recipient of the newest message. */
async function lastCode() {
  const [message] = await server.outbox.messages();
  const code = /(?<!\d)\d{6}(?!\d)/.exec(message?.text ?? '')?.[0] ?? '';
  return { code, kind: message?.kind, recipient: message?.recipient };
}
const messages = async () => (await server.outbox.messages()).length;
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Opens a page, or sends a form, that the present page offers under a label. */
async function choose(page: Visit, label: string): Promise<Visit> {
  const link = [...page.html.matchAll(/<a class="button wide" href="([^"]*)">([^<]*)</g)].find(
    ([, , text]) => text === label,
  )?.[1];
  if (link) return browser.go(new URL(link.replaceAll('&amp;', '&'), page.url));
  const form = [...page.html.matchAll(/<form[^>]*>[\s\S]*?<\/form>/g)].find(([text]) =>
    text.includes(label),
  )?.[0];
  if (!form) throw new Error(`Nothing is called ${label} here: ${page.html}`);
  return browser.submit({ ...page, html: form }, {});
}

async function addTotp() {
  const member = { id: memberId, email: MEMBER.email, locale: 'ja' } as const;
  const { secret } = await beginTotp(server.context, member);
  const app = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 });
  const code = () => app.generate({ timestamp: server.clock.now().getTime() });
  await inTransaction(server.db, (db) => confirmTotp({ ...server.context, db }, memberId, code()));
  server.clock.advance(60_000);
  return { code };
}

describe('a member without codes', () => {
  beforeEach(() => change({ mfaWithoutCodes: true }));

  // @proves 10.48
  it('is sent none and offered none, and signs in with the app', async () => {
    const app = await addTotp();
    await addPasskey(server, memberId, server.issuer);
    const page = await passFirstStep();
    expect(page.html).not.toContain('メールの確認コード');
    for (const method of ['email', 'sms']) {
      const path = `${page.url.pathname}/send`;
      const body = new URLSearchParams({ method });
      await browser.go(path, { method: 'POST', body, headers: { origin: server.issuer } });
    }
    expect(await messages()).toBe(0);
    const byApp = await choose(page, '認証アプリを使う');
    const back = await browser.submit(byApp, { code: app.code() });
    const { claims } = await portal.exchange(back, started);
    expect(claims).toMatchObject({ sub: memberId, amr: ['pwd', 'otp', 'mfa'] });
  });
});

describe('a member with a stronger method than codes', () => {
  // @proves 10.60
  it('starts with the passkey, then the app, and is sent no code before choosing one', async () => {
    const app = await addTotp();
    const byApp = await passFirstStep();
    expect(byApp.html).toContain('認証アプリの確認コードを入力してください');
    await openBrowser();
    await addPasskey(server, memberId, server.issuer);
    const page = await passFirstStep();
    expect(page.html).toContain('パスキーでご確認ください');
    const others = [...page.html.matchAll(/class="(?:button )?wide"[^>]*>([^<]+)</g)];
    expect(others.map(([, label]) => label)).toEqual([
      '認証アプリを使う',
      'メールで確認コードを受け取る',
    ]);
    // An address cannot claim that a code was sent, either.
    const byAddress = await browser.go(`${page.url.pathname}?method=email`);
    expect(byAddress.html).toContain('パスキーでご確認ください');
    expect(byAddress.html).not.toContain('h***o@example.com');
    expect(await messages()).toBe(0);

    const mailed = await choose(page, 'メールで確認コードを受け取る');
    expect(mailed.html).toContain('h***o@example.com');
    expect(await messages()).toBe(1);
    const { code } = await lastCode();
    expect((await browser.submit(mailed, { code })).url.origin).toBe(PORTAL);
    expect(app.code()).toMatch(/^\d{6}$/);
  });
});

describe('an app and recovery codes that were stored under a key that is gone', () => {
  // @proves 10.155
  it('are refused in words, and another way is open', async () => {
    const lost = generateSecrets();
    const app = await addTotp();
    const codes = await server.makeRecoveryCodes(memberId);
    await server.db
      .update(totpSecrets)
      .set({ sealedSecret: sealText(lost, totpSeal(memberId), 'JBSWY3DPEHPK3PXP') });
    for (const [index] of codes.entries()) {
      const [row] = await server.db.select().from(recoveryCodes).offset(index).limit(1);
      await server.db
        .update(recoveryCodes)
        .set({ codeHash: sealText(lost, recoveryCodeSeal(memberId), `${index}`) })
        .where(eq(recoveryCodes.codeHash, row?.codeHash ?? ''));
    }
    const page = await passFirstStep();
    const lines = server.log.length;
    const byApp = await browser.submit(page, { code: app.code() });
    expect(byApp.html).toContain('この方法では確認できなくなりました');
    const said = server.log.slice(lines).filter((line) => line.includes('unreadable'));
    expect(said).toHaveLength(1);
    const withCodes = await choose(byApp, 'リカバリーコードを使う');
    const byCode = await browser.submit(withCodes, { code: codes[0] ?? '' });
    expect(byCode.html).toContain('この方法では確認できなくなりました');

    const mailed = await choose(byCode, 'メールで確認コードを受け取る');
    const { code } = await lastCode();
    expect((await browser.submit(mailed, { code })).url.origin).toBe(PORTAL);
  });
});

describe('a code by email', () => {
  it('is not sent after a wrong password, nor is there a second step without the first', async () => {
    const page = await signInPage();
    await browser.submit(page, { email: MEMBER.email, password: 'wrong' });
    expect(await messages()).toBe(0);
    for (const path of ['/second-step', '/second-step/send']) {
      const visit = await browser.go(`${page.url.pathname}${path}`);
      expect(visit.url.pathname).toBe(page.url.pathname);
      const posted = await browser.go(`${page.url.pathname}${path}`, {
        method: 'POST',
        body: new URLSearchParams({ method: 'email', code: '123456' }),
        headers: { origin: server.issuer },
      });
      expect(posted.url.pathname).toBe(page.url.pathname);
    }
    expect(await messages()).toBe(0);
  });

  // @proves 11.561
  it.each([
    ['email', 'お使いのメールボックスでは、メールを受け取れません。'],
    ['sms', 'お使いの電話にSMSが届きません。'],
  ])('is not sent again by %s where the other side has refused it', async (method, words) => {
    await change({ phoneConfirmedAt: server.clock.now(), mfaChannel: method as 'email' });
    const page = await passFirstStep();
    // As the delivery leaves a message that a mailbox or a gateway has refused for good.
    await server.db.execute(sql`update outbox_messages set status = 'failed'`);
    const refused = await choose(page, '確認コードを再送信する');
    expect(refused.response.status).toBe(422);
    expect(refused.html).toContain(words);
    expect(await messages()).toBe(1);
  });

  it('is for this browser only', async () => {
    const page = await passFirstStep();
    const { code } = await lastCode();
    await openBrowser();
    expect((await browser.go(page.url)).html).not.toContain('name="code"');
    const posted = await browser.go(page.url, {
      method: 'POST',
      body: new URLSearchParams({ method: 'email', code }),
      headers: { origin: server.issuer },
    });
    expect(posted.response.status).toBe(400);
  });

  it('is taken from no other site', async () => {
    const page = await passFirstStep();
    const { code } = await lastCode();
    const forged = await browser.submit(page, { code }, { origin: 'https://evil.example' });
    expect(forged.response.status).toBe(403);
    expect((await browser.submit(page, { code })).url.origin).toBe(PORTAL);
  });
});

describe('a code by SMS', () => {
  it('is worth nothing once the number has changed', async () => {
    await change({ mfaChannel: 'sms', phoneConfirmedAt: server.clock.now() });
    const page = await passFirstStep();
    const { code } = await lastCode();
    await change({ phone: '+819000000000' });
    expect((await browser.submit(page, { code })).response.status).toBe(422);
  });
});

describe('an authenticator app', () => {
  it('opens the account, each code once', async () => {
    const app = await addTotp();
    const page = await passFirstStep();
    const code = app.code();
    expect((await browser.submit(page, { code: wrong(code) })).response.status).toBe(422);
    const { claims } = await portal.exchange(await browser.submit(page, { code }), started);
    expect(claims.amr).toEqual(['pwd', 'otp', 'mfa']);

    await openBrowser();
    const later = await passFirstStep();
    expect((await browser.submit(later, { code })).response.status).toBe(422);
  });

  it('is not guessed: after a few wrong ones not even the right one is looked at', async () => {
    const app = await addTotp();
    let page = await passFirstStep();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      page = await browser.submit(page, { code: wrong(app.code()) });
    }
    page = await browser.submit(page, { code: app.code() });
    expect(page.response.status).toBe(429);
    expect(page.html).toContain('続けて操作があったため');
  });
});

describe('a recovery code', () => {
  it('opens the account once, is told by mail, and stands in the list of activities', async () => {
    const codes = await inTransaction(server.db, (db) =>
      makeRecoveryCodes({ ...server.context, db }, memberId),
    );
    const page = await choose(await passFirstStep(), 'リカバリーコードを使う');
    expect((await browser.submit(page, { code: 'aaaaa-aaaaa' })).response.status).toBe(422);
    const used = ` ${codes[0]?.toUpperCase()} `;
    expect((await browser.submit(page, { code: used })).url.origin).toBe(PORTAL);
    const subjects = (await server.outbox.messages()).map(({ subject }) => subject);
    expect(subjects).toContainEqual(expect.stringContaining('リカバリーコードが使われました'));
    const kinds = (await listEvents(server.context, memberId, 10)).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['recovery_code_used', 'signed_in']);

    await openBrowser();
    const again = await choose(await passFirstStep(), 'リカバリーコードを使う');
    expect((await browser.submit(again, { code: used })).response.status).toBe(422);
    const other = codes[1] ?? '';
    expect((await browser.submit(again, { code: other })).url.origin).toBe(PORTAL);
  });
});

describe('a passkey', () => {
  // @proves 10.15
  it('is taken for as long as the page lives: 59 minutes on the sign-in page, nine at the second step', async () => {
    const passkey = await addPasskey(server, memberId, server.issuer);
    const second = await passFirstStep();
    server.clock.advance(9 * 60_000);
    const credential = passkey.answer(passkeyOptionsOf(second.html));
    expect((await browser.submit(second, { credential })).url.origin).toBe(PORTAL);
    const first = await signInPage({ prompt: 'login' });
    server.clock.advance(59 * 60_000);
    const answer = passkey.answer(passkeyOptionsOf(first.html));
    expect((await submitPasskey(first, answer)).url.origin).toBe(PORTAL);
  });

  it('of another member is no second step', async () => {
    await addPasskey(server, memberId, server.issuer);
    const other = await server.createMember();
    const foreign = await addPasskey(server, other.id, server.issuer);
    const page = await passFirstStep();
    const credential = foreign.answer(passkeyOptionsOf(page.html));
    expect((await browser.submit(page, { credential })).response.status).toBe(422);
  });

  it.each([
    ['from another site', { origin: 'https://evil.example' }],
    ['that has not checked who holds it', { verified: false }],
  ])('does not sign in %s', async (_name, overrides) => {
    const passkey = await addPasskey(server, memberId, server.issuer);
    const page = await signInPage();
    const back = await submitPasskey(page, passkey.answer(passkeyOptionsOf(page.html), overrides));
    expect(back.url.pathname).toBe(page.url.pathname);
    expect(back.html).toContain('このパスキーでログインできませんでした');
  });

  it('does not sign in by a form of another site', async () => {
    const passkey = await addPasskey(server, memberId, server.issuer);
    const page = await signInPage();
    const answer = passkey.answer(passkeyOptionsOf(page.html));
    const forged = await submitPasskey(page, answer, { origin: 'https://evil.example' });
    expect(forged.url.origin).toBe(server.issuer);
    // The answer itself was right.
    expect((await submitPasskey(page, answer)).url.origin).toBe(PORTAL);
  });

  it('does not sign in by an answer that was used before, or to another question', async () => {
    const passkey = await addPasskey(server, memberId, server.issuer);
    const page = await signInPage();
    const answer = passkey.answer(passkeyOptionsOf(page.html));
    expect((await submitPasskey(page, answer)).url.origin).toBe(PORTAL);
    await openBrowser();
    const later = await signInPage();
    expect((await submitPasskey(later, answer)).url.origin).toBe(server.issuer);
    const made = passkey.answer({ challenge: 'A'.repeat(43) });
    expect((await submitPasskey(later, made)).url.origin).toBe(server.issuer);
  });

  function submitPasskey(
    page: Visit,
    credential: string,
    headers: Record<string, string> = {},
  ): Promise<Visit> {
    const form = /<form id="passkey"[\s\S]*?<\/form>/.exec(page.html)?.[0] ?? '';
    return browser.submit({ ...page, html: form }, { credential }, headers);
  }
});

describe('the first page of a browser', () => {
  const isMain = ({ html }: Visit) =>
    /<form id="passkey"[\s\S]*?<button class="(\w+)"/.exec(html)?.[1] === 'primary';

  // @proves 10.61
  it('has the passkey as its main button where its holder is known, and for nobody else', async () => {
    const stranger = await signInPage();
    const textOf = ({ html }: Visit) =>
      html.replace(/(data-options|action|href|nonce)="[^"]*"/g, '');
    const withoutPasskey = textOf(stranger);
    expect(stranger.html.indexOf('id="passkey"')).toBeLessThan(stranger.html.indexOf('id="email"'));
    const passkey = await addPasskey(server, memberId, server.issuer);
    const page = await signInPage();
    expect(isMain(page)).toBe(false);
    // A wrong password for that account shows nothing either.
    const wrongPassword = await browser.submit(page, { email: MEMBER.email, password: 'wrong' });
    expect(isMain(wrongPassword)).toBe(false);
    const back = await browser.submit(page, {
      credential: passkey.answer(passkeyOptionsOf(page.html)),
    });
    expect(back.url.origin).toBe(PORTAL);

    const known = await signInPage({ prompt: 'login' });
    expect(isMain(known)).toBe(true);
    expect(known.html.match(/id="passkey"/g)).toHaveLength(1);
    expect(known.html).toContain('autocomplete="username webauthn"');
    expect(known.html).not.toContain(MEMBER.email);
    const again = await browser.submit(known, {
      credential: passkey.answer(passkeyOptionsOf(known.html)),
    });
    expect(again.url.origin).toBe(PORTAL);

    const knownBrowser = browser;
    await openBrowser();
    expect(textOf(await signInPage())).toBe(withoutPasskey);
    browser = knownBrowser;
    server.clock.advance(1000);
    await change({ devicesKnownSince: server.clock.now() });
    expect(isMain(await signInPage({ prompt: 'login' }))).toBe(false);
  });
});
