import { storePasswordHash } from '@portal/server-accounts/password/credentials';
import { hashPassword } from '@portal/server-accounts/password/password-hash';
import { makeRecoveryCodes } from '@portal/server-accounts/second-step/recovery-codes';
import { beginTotp, confirmTotp } from '@portal/server-accounts/second-step/totp';
import { linkConnection } from '@portal/server-members/connections';
import { members } from '@portal/server-members/schema/members';
import { inTransaction } from '@portal/server-platform/database/database';
import { messagesOf } from '@portal/server-testing/account-client';
import { callApi, refusal } from '@portal/server-testing/api-call';
import { makeBrowserKey, type TestBrowserKey } from '@portal/server-testing/browser-key';
import { addPasskey } from '@portal/server-testing/idp/add-passkey';
import { passkeyOptionsOf } from '@portal/server-testing/idp/authenticator';
import { createBrowser, type TestBrowser, type Visit } from '@portal/server-testing/idp/browser';
import { PORTAL, startTestIdp, type TestIdp } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';
import { askForStepUp } from '@portal/server-testing/idp/step-up';
import { proofTest as it } from '@portal/server-testing/proofs';
import { publicCaller } from '@portal/server-testing/public-client';
import { securityTable } from '@portal/server-testing/security-table';
import type { Act } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { LINE_PEOPLE } from './line/sandbox/page.ts';

/** Tries every cell of the table of ways in docs/security.md: what somebody holds, and what that opens. */
const API = 'http://localhost:4302';
const MINUTE_MS = 60_000;
const PHONE = '+819012345678';
const NEW_PASSWORD = 'ume-no-hana-2027';
const SUBJECT = LINE_PEOPLE[0]?.subject ?? '';

type Thing =
  | 'password'
  | 'mailbox'
  | 'phone'
  | 'app'
  | 'passkey'
  | 'recovery code'
  | 'LINE'
  | 'trust';
/** The rows of the table, by the text of their first cell. */
const HOLDINGS: Readonly<Record<string, readonly Thing[]>> = {
  password: ['password'],
  mailbox: ['mailbox'],
  'password, mailbox': ['password', 'mailbox'],
  phone: ['phone'],
  'password, phone': ['password', 'phone'],
  'mailbox, phone': ['mailbox', 'phone'],
  'password, app': ['password', 'app'],
  'mailbox, app': ['mailbox', 'app'],
  'password, recovery code': ['password', 'recovery code'],
  'mailbox, recovery code': ['mailbox', 'recovery code'],
  passkey: ['passkey'],
  LINE: ['LINE'],
  'LINE, mailbox': ['LINE', 'mailbox'],
  'password, cookie of a trusted browser': ['password', 'trust'],
};

let server: TestIdp;
let memberId: string;
let app: () => string;
let passkey: Awaited<ReturnType<typeof addPasskey>>;
let recovery: string[];
let trusted: TestBrowser;
beforeEach(async () => {
  server = await startTestIdp({ line: true, config: { callsPerMinute: 1_000_000 } });
});
afterEach(() => server.close());

/** A member who has set up everything, or who has a password and a confirmed address alone. */
async function createMember(kind: 'everything' | 'simple') {
  ({ id: memberId } = await server.createMember({ ...MEMBER, country: 'JP' }));
  const portal = await createPortal(server);
  // The first browser of all is its owner's.
  await portal.signIn();
  await linkConnection(server.context, memberId, { connection: 'line', subject: SUBJECT });
  if (kind === 'simple') return;
  const owner = { id: memberId, email: MEMBER.email, locale: 'ja' } as const;
  const { secret } = await beginTotp(server.context, owner);
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  app = () => totp.generate({ timestamp: server.clock.now().getTime() });
  await inTransaction(server.db, (db) => confirmTotp({ ...server.context, db }, memberId, app()));
  await server.db
    .update(members)
    .set({
      mfaEnabled: true,
      mfaChannel: 'sms',
      phone: PHONE,
      phoneConfirmedAt: server.clock.now(),
    })
    .where(eq(members.id, memberId));
  passkey = await addPasskey(server, memberId, server.issuer);
  recovery = [...(await makeRecoveryCodes(server.context, memberId))];
  server.clock.advance(MINUTE_MS);
  trusted = await trustedBrowser();
}

/** The browser of the owner, who trusts it and has signed out. */
async function trustedBrowser() {
  const browser = newBrowser();
  const { page } = await open(browser);
  const second = await browser.submit(page, MEMBER);
  const totp = await browser.go(`${second.url.pathname}?method=totp`);
  await browser.submit(totp, { code: app(), trust: 'yes' });
  server.clock.advance(MINUTE_MS);
  return browser;
}

const newBrowser = () => createBrowser(server.issuer, { alsoAt: [server.line] });
const isIn = ({ url }: Visit) => url.href.startsWith(`${PORTAL}/callback?code=`);
async function open(browser: TestBrowser) {
  const portal = await createPortal(server, browser);
  const started = await portal.authorization({ prompt: 'login' });
  return { portal, started, page: await browser.go(started.url) };
}

/** A new password by whoever reads the mailbox. */
async function setNewPassword(holds: readonly Thing[]): Promise<boolean> {
  const call = publicCaller(server);
  const asked = { type: 'mfa_forgot_password', email: MEMBER.email, locale: 'ja' };
  const mails = await messagesOf(server, () => call('POST', '/v2/mfa/send-code', asked));
  if (!holds.includes('mailbox')) return false;
  const ticket = /form#code=([\w-]{43})/.exec(mails[0]?.text ?? '')?.[1] ?? '';
  const set = { type: 'reset_password_link', ticket, password: NEW_PASSWORD };
  return (await call('PUT', '/setting-password', set)).status === 200;
}

type SignedIn = NonNullable<Awaited<ReturnType<typeof trySignIn>>>;

/** Tries every first step and every second one. */
async function trySignIn(holds: readonly Thing[], password: string | undefined) {
  const browser = newBrowser();
  if (holds.includes('trust')) {
    for (const [key, cookie] of trusted.jar) {
      if (/^idp_(trust|devices) /.test(key)) browser.jar.set(key, cookie);
    }
  }
  const firsts: (() => Promise<{ visit: Visit; by: Awaited<ReturnType<typeof open>> }>)[] = [];
  if (password !== undefined) {
    firsts.push(async () => {
      const by = await open(browser);
      return { by, visit: await browser.submit(by.page, { email: MEMBER.email, password }) };
    });
  }
  if (holds.includes('LINE')) {
    firsts.push(async () => {
      const by = await open(browser);
      const toLine = await browser.go(`${by.page.url.pathname}/line`);
      const visit = await browser.submit(toLine, { person: SUBJECT, decision: 'allow' });
      return { by, visit };
    });
  }
  if (holds.includes('passkey')) {
    firsts.push(async () => {
      const by = await open(browser);
      const form = /<form id="passkey"[\s\S]*?<\/form>/.exec(by.page.html)?.[0] ?? '';
      const credential = passkey.answer(passkeyOptionsOf(by.page.html));
      return { by, visit: await browser.submit({ ...by.page, html: form }, { credential }) };
    });
  }
  for (const first of firsts) {
    const { by, visit } = await first();
    const back = isIn(visit) ? visit : await trySecondSteps(browser, visit, holds);
    if (back) return { ...by, back, browser, key: makeBrowserKey() };
  }
  return undefined;
}

/** Tries every second step. */
const trySecondSteps = (browser: TestBrowser, { url }: Visit, holds: readonly Thing[]) =>
  url.pathname.endsWith('/second-step')
    ? tryMethods(browser, url.pathname, holds)
    : Promise.resolve(undefined);

/** Tries all that somebody holds on a page that asks for it. @param mails sent as it opened @returns where it led */
async function tryMethods(
  browser: TestBrowser,
  path: string,
  holds: readonly Thing[],
  mails: Awaited<ReturnType<typeof messagesOf>> = [],
): Promise<Visit | undefined> {
  const at = (method: string) => browser.go(`${path}?method=${method}`);
  const codeTo = (to: string, messages: typeof mails) =>
    /(?<!\d)\d{6}(?!\d)/.exec(messages.find(({ recipient }) => recipient === to)?.text ?? '')?.[0];
  async function bySent(method: 'email' | 'sms', to: string) {
    let code = codeTo(to, mails);
    if (code === undefined) {
      server.clock.advance(MINUTE_MS);
      const sent = await messagesOf(server, () =>
        browser.go(`${path}/send`, {
          method: 'POST',
          body: new URLSearchParams({ method }),
          headers: { origin: server.issuer },
        }),
      );
      code = codeTo(to, sent);
    }
    return code === undefined ? undefined : browser.submit(await at(method), { code });
  }
  const tries: Partial<Record<Thing, () => Promise<Visit | undefined>>> = {
    app: async () => browser.submit(await at('totp'), { code: app() }),
    'recovery code': async () =>
      browser.submit(await at('recovery_code'), { code: recovery.shift() ?? '' }),
    phone: () => bySent('sms', PHONE),
    mailbox: () => bySent('email', MEMBER.email),
    passkey: async () => {
      const page = await at('passkey');
      const credential = passkey.answer(passkeyOptionsOf(page.html));
      return browser.submit(page, { credential });
    },
  };
  for (const thing of holds) {
    const visit = await tries[thing]?.();
    if (visit && isIn(visit)) return visit;
  }
  return undefined;
}

/** What each act of the table does once it is confirmed: a call that the holder makes. */
const ACTS = {
  give_passport: undefined,
  change_email: ['PUT', '/me/change-email', { email: 'thief@example.com' }],
  add_passkey: ['POST', '/me/passkeys/options', undefined],
  remove_app: ['DELETE', '/me/totp', undefined],
} as const satisfies Partial<
  Record<Act, readonly [string, string, object | undefined] | undefined>
>;
type TriedAct = keyof typeof ACTS;

/** What somebody holds, and the password that they know or have set. */
type Holder = { readonly holds: readonly Thing[]; readonly password: string | undefined };

/** Tries every way to confirm an act, and then the act. */
async function tryAct(signedIn: SignedIn, { holds, password }: Holder, act: TriedAct) {
  const { browser, portal, key } = signedIn;
  server.clock.advance(MINUTE_MS);
  let asked: Awaited<ReturnType<typeof askForStepUp>> | undefined;
  const mails = await messagesOf(server, async () => {
    asked = await askForStepUp({ browser, portal }, act);
  });
  if (!asked || !/step-up/.test(asked.page.url.pathname)) return false;
  const path = asked.page.url.pathname;
  const back = await tryMethods(browser, path, holds, mails);
  if (!back) return false;
  const accessToken = (await portal.exchange(back, asked.started)).tokens.access_token;
  if (!ACTS[act]) return true;
  const [method, url, body] = ACTS[act];
  const { status } = await callOf(
    key,
    accessToken,
    method,
    url,
    body && { ...body, current_password: password },
  );
  return status < 300;
}

/** A call to the API in the browser that has signed in. */
function callOf(
  key: TestBrowserKey,
  accessToken: string,
  method: string,
  path: string,
  body: object | undefined,
) {
  const now = server.clock.now();
  const dpop = key.prove({ method, url: API + path, accessToken, now });
  const headers = { authorization: `Bearer ${accessToken}`, dpop };
  return callApi(server, { method, path, body, headers });
}

/** What a sign-in opens: acts of the browser, and which acts can be confirmed and done. */
async function whatOpens(signedIn: SignedIn, holder: Holder, acts: readonly TriedAct[]) {
  const { portal, started, back, key } = signedIn;
  const url = `${server.issuer}/oauth/token`;
  const dpop_proof = key.prove({ method: 'POST', url, now: server.clock.now() });
  const { tokens } = await portal.exchange(back, started, { dpop_proof });
  const acted = await callOf(key, tokens.access_token, 'PUT', '/me/reminders', { email: true });
  const done: boolean[] = [];
  for (const act of acts) done.push(await tryAct(signedIn, holder, act));
  const [status, code] = refusal(acted);
  if (status !== 200) expect(code).toBe('auth.browser_unconfirmed');
  const act = status === 200 ? 'yes' : done[0] ? 'after a code' : 'no';
  return [act, ...done.map((one) => (one ? 'yes' : 'no'))];
}

/** The cells of one row for one kind of member. */
async function cellsOf(holds: readonly Thing[], acts: readonly TriedAct[]): Promise<string[]> {
  let password = holds.includes('password') ? MEMBER.password : undefined;
  let signedIn = await trySignIn(holds, password);
  let by = '';
  const reset = await setNewPassword(holds);
  if (!signedIn && reset) {
    password = NEW_PASSWORD;
    signedIn = await trySignIn(holds, password);
    by = ', with a new password';
  }
  if (!signedIn) return ['no', '–', ...acts.map(() => '–')];
  // A reset has ended the session of the sign-in before it.
  if (reset && by === '') {
    await storePasswordHash(server.context, memberId, await hashPassword(MEMBER.password));
    server.clock.advance(MINUTE_MS);
    signedIn = await trySignIn(holds, password);
    if (!signedIn) throw new Error('A second sign-in failed');
  }
  return [`yes${by}`, ...(await whatOpens(signedIn, { holds, password }, acts))];
}

// @proves 10.435
it.each(Object.entries(HOLDINGS))('the table of ways is true for: %s', async (name, holds) => {
  await createMember('everything');
  const acts = Object.keys(ACTS) as TriedAct[];
  const found = [name, ...(await cellsOf(holds, acts))];
  await server.close();
  server = await startTestIdp({ line: true, config: { callsPerMinute: 1_000_000 } });
  const simple = holds.filter((one) => ['password', 'mailbox', 'LINE'].includes(one));
  if (simple.length === holds.length) {
    await createMember('simple');
    found.push(...(await cellsOf(holds, acts.slice(0, -1))));
  } else found.push('–', '–', '–', '–', '–');
  const rows = securityTable('What opens an account');
  expect(rows.find(([first]) => first === name)).toEqual(found);
});
