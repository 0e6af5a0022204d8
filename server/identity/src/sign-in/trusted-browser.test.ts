import { notMe } from '@portal/server-accounts/changes/not-me';
import { trustedBrowsers } from '@portal/server-accounts/schema/browsers';
import { linkConnection } from '@portal/server-members/connections';
import { listEvents } from '@portal/server-members/events';
import { members } from '@portal/server-members/schema/members';
import { codeIn, messagesOf, signInClient } from '@portal/server-testing/account-client';
import { createBrowser, type TestBrowser, type Visit } from '@portal/server-testing/idp/browser';
import { freshIdp, PORTAL } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';
import { asc, eq } from 'drizzle-orm';
import { LINE_PEOPLE } from '../line/sandbox/page.ts';
import { listSessions } from '../tokens/sessions.ts';

const SECOND_MS = 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Version/19.0 Mobile Safari/604.1';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36';
const ANDROID = 'Mozilla/5.0 (Linux; Android 16; K) Chrome/140.0 Mobile Safari/537.36';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36';
const MACINTOSH = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/604.1';
const LABEL = 'このブラウザーで30日間、2段階認証を省く';

const server = freshIdp({ line: true });
let memberId: string;
beforeEach(async () => {
  ({ id: memberId } = await server.createMember({ ...MEMBER, mfaEnabled: true, locale: 'ja' }));
});

const newBrowser = (userAgent = IPHONE) =>
  createBrowser(server.issuer, { alsoAt: [server.line], headers: { 'user-agent': userAgent } });

async function passPassword(browser: TestBrowser, who: { email: string; password: string }) {
  const portal = await createPortal(server, browser);
  const started = await portal.authorization({ prompt: 'login' });
  const page = await browser.submit(await browser.go(started.url), who);
  return { page, claims: async (back: Visit) => (await portal.exchange(back, started)).claims };
}
/** Signs in with both steps; with `trust`, the browser is trusted from then on. */
async function takeBothSteps(browser: TestBrowser, { trust = true, who = MEMBER } = {}) {
  const { passed, code } = await withCode(() => passPassword(browser, who));
  expect(passed.page.html).toContain(LABEL);
  const back = await browser.submit(passed.page, { code, ...(trust && { trust: 'yes' }) });
  expect(back.url.origin).toBe(PORTAL);
  return passed.claims(back);
}
/** Does what sends a code, and reads the code. */
async function withCode<T>(work: () => Promise<T>): Promise<{ passed: T; code: string }> {
  const known = new Set((await server.outbox.messages()).map(({ id }) => id));
  const passed = await work();
  const sent = (await server.outbox.messages()).filter(({ id }) => !known.has(id));
  return { passed, code: codeIn(sent) };
}
/** Whether the password alone signs in; a second step that is asked for is left there. */
const isTrusted = async (browser: TestBrowser, who = MEMBER) =>
  (await passPassword(browser, who)).page.url.origin === PORTAL;
const rows = () => server.db.select().from(trustedBrowsers).orderBy(asc(trustedBrowsers.createdAt));

/** Replaces the cookies of `to` by those of `from`. */
function copyCookies(from: TestBrowser, to: TestBrowser, only = /./): void {
  for (const [key, cookie] of from.jar) if (only.test(key)) to.jar.set(key, cookie);
}
/** Leaves only what a sign-out leaves. */
function endSession({ jar }: TestBrowser): void {
  for (const key of jar.keys()) if (!/^idp_(trust|devices) /.test(key)) jar.delete(key);
}
const trustCookie = (browser: TestBrowser) => {
  const found = [...browser.jar].find(([key]) => key.startsWith('idp_trust '));
  if (!found) throw new Error('There is no cookie of a trusted browser');
  return found;
};

describe('trusting a browser', () => {
  // @proves 10.62
  it('is offered at the second step and off; only who chooses it needs no second step there', async () => {
    const browser = newBrowser();
    const { page } = await passPassword(browser, MEMBER);
    expect(page.html).toMatch(/<input name="trust" type="checkbox"[^>]*>/);
    expect(page.html).not.toMatch(/<input name="trust"[^>]*checked/);
    const again = await browser.submit(page, { code: '', trust: 'yes' });
    expect(again.html).toMatch(/<input name="trust"[^>]*checked/);

    await takeBothSteps(browser, { trust: false });
    expect(await rows()).toEqual([]);
    expect(await isTrusted(browser)).toBe(false);

    await takeBothSteps(browser);
    expect(await messagesOf(server, () => isTrusted(browser))).toEqual([]);
    expect(await isTrusted(browser)).toBe(true);
    expect(await isTrusted(newBrowser())).toBe(false);
  });

  // @proves 10.62
  it('replaces the second step and not the password', async () => {
    const browser = newBrowser();
    await takeBothSteps(browser);
    expect(await isTrusted(browser, { ...MEMBER, password: 'a-wrong-password' })).toBe(false);
  });

  // @proves 10.63
  it('counts as a password alone: it is no step-up', async () => {
    const browser = newBrowser();
    expect((await takeBothSteps(browser)).amr).toEqual(['pwd', 'otp', 'mfa']);
    const { page, claims } = await passPassword(browser, MEMBER);
    const { amr, acr } = await claims(page);
    expect({ amr, acr }).toEqual({ amr: ['pwd'], acr: 'urn:portal:one-step' });
    const client = await signInClient(server, memberId, { amr: amr as string[] });
    expect(
      (await client.call('GET', '/me/step-up?act=edit_profile')).body.data.allowed_until,
    ).toBeNull();
  });

  // @proves 10.62
  it('is neither offered nor used after LINE', async () => {
    const subject = LINE_PEOPLE[0]?.subject ?? '';
    await linkConnection(server.context, memberId, { connection: 'line', subject });
    const browser = newBrowser();
    await takeBothSteps(browser);
    const portal = await createPortal(server, browser);
    const { url } = await portal.authorization({ prompt: 'login' });
    const toLine = await browser.go(`${(await browser.go(url)).url.pathname}/line`);
    const { passed: second, code } = await withCode(() =>
      browser.submit(toLine, { person: subject, decision: 'allow' }),
    );
    expect(second.url.pathname).toMatch(/\/second-step$/);
    expect(second.html).not.toContain('name="trust"');
    const back = await browser.submit(second, { code, trust: 'yes' });
    expect(back.url.origin).toBe(PORTAL);
    expect(await rows()).toHaveLength(1);
  });

  // @proves 10.64
  it('ends after 30 days to the second, however often it is used', async () => {
    const browser = newBrowser();
    await takeBothSteps(browser);
    server.clock.advance(29 * DAY_MS);
    expect(await isTrusted(browser)).toBe(true);
    server.clock.advance(DAY_MS - SECOND_MS);
    expect(await isTrusted(browser)).toBe(true);
    server.clock.advance(SECOND_MS);
    expect(await isTrusted(browser)).toBe(false);
  });

  // @proves 10.68
  it('is mailed with a way out where the device is not new, and stands in the activities', async () => {
    const browser = newBrowser();
    await takeBothSteps(browser, { trust: false });
    const mails = await messagesOf(server, () => takeBothSteps(browser));
    expect(mails.map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining('このブラウザーでは2段階認証を省くようにしました'),
    );
    expect(mails.some(({ text }) => text.includes('/not-me#code='))).toBe(true);
    const elsewhere = await messagesOf(server, () => takeBothSteps(newBrowser()));
    const notices = elsewhere
      .map(({ subject }) => subject)
      .filter((one) => !/コード/.test(one ?? ''));
    expect(notices).toEqual([expect.stringContaining('新しい端末')]);
    const client = await signInClient(server, memberId);
    const kinds = (await client.call('GET', '/me/activity')).body.data.map(
      ({ kind }: { kind: string }) => kind,
    );
    expect(kinds).toContain('browser_trusted');
  });
});

describe('the cookie of a trusted browser', () => {
  // @proves 10.65
  it('of another member opens nothing', async () => {
    const other = { email: 'jiro@example.com', password: 'another-pass-phrase-2026' };
    await server.createMember({ ...other, mfaEnabled: true, locale: 'ja' });
    const browser = newBrowser();
    await takeBothSteps(browser);
    expect(await isTrusted(browser, other)).toBe(false);
    // Two members of one browser are trusted apart from each other.
    endSession(browser);
    await takeBothSteps(browser, { who: other });
    expect(await rows()).toHaveLength(2);
    expect(await isTrusted(browser, other)).toBe(true);
    endSession(browser);
    expect(await isTrusted(browser)).toBe(true);
  });

  // @proves 10.65
  it('that is made up or changed opens nothing', async () => {
    const browser = newBrowser();
    await takeBothSteps(browser);
    const [key, cookie] = trustCookie(browser);
    const values = [
      '',
      'made-up',
      Buffer.from(JSON.stringify([{ id: '1', memberId, secret: 'x' }])).toString('base64url'),
      `${cookie.value.slice(0, -4)}AAAA`,
      // Sealed by the server for another purpose.
      [...browser.jar].find(([name]) => name.startsWith('idp_devices '))?.[1].value ?? '',
    ];
    for (const value of values) {
      browser.jar.set(key, { ...cookie, value });
      expect(await isTrusted(browser)).toBe(false);
    }
    browser.jar.set(key, cookie);
    expect(await isTrusted(browser)).toBe(true);
  });

  // @proves 10.65
  it('copied to another browser opens nothing there, and ends the trust', async () => {
    for (const userAgent of [IPHONE, WINDOWS]) {
      const owner = newBrowser();
      await takeBothSteps(owner);
      const thief = newBrowser(userAgent);
      // Without the cookie by which the browser is known.
      copyCookies(owner, thief, /^idp_trust/);
      expect(await isTrusted(thief)).toBe(false);
      expect(await isTrusted(owner)).toBe(false);
    }
  });

  // @proves 10.65
  it.each([
    ['Chrome on Android that asks for the desktop site', ANDROID, LINUX],
    ['Safari on an iPhone that does', IPHONE, MACINTOSH],
  ])('takes the second step in %s, and nobody is told of a copy', async (_, usual, desktop) => {
    const browser = newBrowser(usual);
    await takeBothSteps(browser);
    const asDesktop = newBrowser(desktop);
    copyCookies(browser, asDesktop);
    const sessions = (await listSessions(server.context, memberId)).length;
    const mails = await messagesOf(server, async () => {
      expect(await isTrusted(asDesktop)).toBe(false);
    });
    expect(mails.filter(({ subject }) => !/コード/.test(subject ?? ''))).toEqual([]);
    expect(await listSessions(server.context, memberId)).toHaveLength(sessions);
    // The secret within the ten seconds in which it is repeated.
    const early = newBrowser(usual);
    copyCookies(asDesktop, early);
    expect(await isTrusted(early)).toBe(true);
    expect(await isTrusted(asDesktop)).toBe(false);
    expect(await isTrusted(early)).toBe(true);
  });

  // @proves 10.65 10.434
  it.each(['owner', 'thief'] as const)(
    'of which there is a copy is caught at the second use: the %s came first',
    async (first) => {
      const owner = newBrowser();
      await takeBothSteps(owner);
      const thief = newBrowser();
      copyCookies(owner, thief);
      const [one, other] = first === 'owner' ? [owner, thief] : [thief, owner];
      expect(await isTrusted(one)).toBe(true);
      const stolen = await listSessions(server.context, memberId);
      expect(stolen.length).toBeGreaterThan(0);
      server.clock.advance(11 * SECOND_MS);
      const mails = await messagesOf(server, async () => {
        expect(await isTrusted(other)).toBe(false);
      });
      const [notice] = mails.filter(({ subject }) => !/コード/.test(subject ?? ''));
      expect(notice?.subject).toContain('信頼済みのブラウザーからログアウトしました');
      expect(notice?.text).toMatch(/\/not-me#code=/);
      expect(await listSessions(server.context, memberId)).toEqual([]);
      expect(await isTrusted(one)).toBe(false);
      expect(await rows()).toEqual([]);
      const kinds = (await listEvents(server.context, memberId, 20)).map(({ kind }) => kind);
      expect(kinds).toContain('browser_trust_copied');
    },
  );

  // @proves 10.434
  it('is good in two tabs at once, and where the answer was lost a few seconds ago', async () => {
    const browser = newBrowser();
    await takeBothSteps(browser);
    endSession(browser);
    const tab = newBrowser();
    copyCookies(browser, tab);
    expect(await Promise.all([isTrusted(browser), isTrusted(tab)])).toEqual([true, true]);
    expect(trustCookie(browser)[1].value).not.toBe('');
    // Either tab may have set the cookie that the browser keeps.
    server.clock.advance(11 * SECOND_MS);
    expect(await isTrusted(tab)).toBe(true);
    expect(await messagesOf(server, () => isTrusted(tab))).toEqual([]);
  });
});

describe('trust ends', () => {
  // @proves 10.66 10.67 7.95
  it('in one browser by the list of devices, and by signing that device out', async () => {
    const [home, phone] = [newBrowser(WINDOWS), newBrowser()];
    await takeBothSteps(home);
    server.clock.advance(SECOND_MS);
    await takeBothSteps(phone);
    const client = await signInClient(server, memberId);
    const listed = async () => (await client.call('GET', '/me/devices')).body;
    const { data, trusted_browsers: trusted } = await listed();
    expect(trusted).toMatchObject([
      { browser: 'Safari', system: 'iOS', device_id: expect.any(String) },
      { browser: 'Chrome', system: 'Windows', device_id: expect.any(String) },
    ]);
    expect(JSON.stringify(trusted)).not.toMatch(/hash|secret/i);
    const until = new Date(server.clock.now().getTime() + 30 * DAY_MS).toISOString();
    expect(trusted[0].trusted_until).toBe(until);
    const ids = data.map(({ id }: { id: string }) => id);
    expect(ids).toContain(trusted[0].device_id);

    const stranger = await signInClient(server, (await server.createMember()).id);
    const end = `/me/trusted-browsers/${trusted[1].id}`;
    expect((await stranger.call('DELETE', end)).status).toBe(204);
    expect(await isTrusted(home)).toBe(true);
    expect((await client.call('DELETE', end)).status).toBe(204);
    expect(await isTrusted(home)).toBe(false);
    expect((await client.call('DELETE', end)).status).toBe(204);

    expect(await isTrusted(phone)).toBe(true);
    expect((await client.call('DELETE', `/me/devices/${trusted[0].device_id}`)).status).toBe(204);
    expect(await isTrusted(phone)).toBe(false);
    expect((await listed()).trusted_browsers).toEqual([]);
  });

  type Client = Awaited<ReturnType<typeof signInClient>>;
  const call = (method: string, path: string, body?: object) => async (client: Client) => {
    expect((await client.call(method, path, body)).status).toBeLessThan(300);
  };
  const password = 'quite-another-phrase-2027';
  const ENDINGS: readonly (readonly [string, (client: Client) => Promise<unknown>])[] = [
    [
      'another password',
      call('PUT', '/me/setting-password', { password, current_password: MEMBER.password }),
    ],
    ['signing out everywhere', call('DELETE', '/me/devices?scope=all')],
    ['signing out all other devices', call('DELETE', '/me/devices')],
    ['the second step off', call('PUT', '/me/mfa/disable')],
    ['new recovery codes', call('POST', '/me/recovery-codes')],
    ['closing the account', call('DELETE', '/me', { reason: 'other', comment: null })],
    [
      'the link of /not-me',
      async () => {
        const mails = await messagesOf(server, () => takeBothSteps(newBrowser()));
        const text = mails.find((mail) => mail.text.includes('/not-me'))?.text ?? '';
        const code = /\/not-me#code=([\w-]{43})/.exec(text)?.[1] ?? '';
        expect(await notMe(server.context, code, {})).toMatchObject({ ok: true });
      },
    ],
  ];
  // @proves 10.66
  it.each(ENDINGS)('by %s', async (_name, act) => {
    await takeBothSteps(newBrowser());
    expect(await rows()).not.toEqual([]);
    const client = await signInClient(server, memberId, { confirms: true });
    await act(client);
    expect(await rows()).toEqual([]);
  });

  // @proves 10.66
  it('everywhere when the second step was off, and stays ended when it is on again', async () => {
    const browser = newBrowser();
    await takeBothSteps(browser);
    const client = await signInClient(server, memberId, { confirms: true });
    await client.call('PUT', '/me/mfa/disable');
    await client.call('PUT', '/me/mfa/enable', { channel: 'email' });
    const [member] = await server.db.select().from(members).where(eq(members.id, memberId));
    expect(member?.mfaEnabled).toBe(true);
    expect(await isTrusted(browser)).toBe(false);
  });
});
