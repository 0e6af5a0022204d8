import { changeUndos } from '@portal/server-accounts/schema/changes';
import { purgeEnded } from '@portal/server-main/housekeeping';
import { listEvents } from '@portal/server-members/events';
import { members } from '@portal/server-members/schema/members';
import { momentInJapan } from '@portal/server-platform/texts/moment-in-japan';
import { codeIn, messagesOf, signInClient } from '@portal/server-testing/account-client';
import { createBrowser, type TestBrowser, type Visit } from '@portal/server-testing/idp/browser';
import { freshIdp, PORTAL } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';
import { publicCaller, refusal } from '@portal/server-testing/public-client';
import { eq } from 'drizzle-orm';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const QUESTION = '退会を取り消しますか';

const server = freshIdp({ line: true, config: { callsPerMinute: 1_000_000 } });
let memberId: string;
let browser: TestBrowser;
beforeEach(async () => {
  ({ id: memberId } = await server.createMember(MEMBER));
  browser = createBrowser(server.issuer, { alsoAt: [server.line] });
});

const isIn = ({ url }: Visit) => url.href.startsWith(`${PORTAL}/callback?code=`);
async function close() {
  // The wait after an earlier code.
  server.clock.advance(MINUTE_MS);
  const member = await signInClient(server, memberId);
  await member.stepUp('mfa_deactivate_account');
  return messagesOf(server, () => member.call('DELETE', '/me', { reason: 'other' }));
}
async function openSignIn(): Promise<Visit> {
  const portal = await createPortal(server, browser);
  return browser.go((await portal.authorization({ prompt: 'login' })).url);
}
const signIn = async () => browser.submit(await openSignIn(), MEMBER);
const closedAt = async () =>
  (await server.db.select().from(members).where(eq(members.id, memberId)))[0]?.closedAt;

// @proves 10.23 12.60 12.61 12.62
it('a right password brings a closed account back after a question', async () => {
  const [farewell] = await close();
  expect(farewell?.subject).toContain('退会の手続きが完了しました');
  const until = new Date(server.clock.now().getTime() + 30 * DAY_MS);
  expect(farewell?.text).toContain(momentInJapan('ja', until));
  const question = await signIn();
  expect(question.html).toContain(QUESTION);
  expect(await closedAt()).toEqual(expect.any(Date));

  let back = question;
  const mails = await messagesOf(server, async () => {
    back = await browser.submit(question, { answer: 'reopen' });
  });
  expect(isIn(back)).toBe(true);
  expect(await closedAt()).toBeNull();
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('退会を取り消しました'),
  ]);
  const kinds = (await listEvents(server.context, memberId, 10)).map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['account_closed', 'account_reopened']));
  // It can be closed again.
  expect((await close()).length).toBe(1);
});

// @proves 12.62
it('the account stays closed for whoever says so, and for a foreign form', async () => {
  await close();
  const question = await signIn();
  const foreign = await browser.submit(
    question,
    { answer: 'reopen' },
    { origin: 'https://evil.example' },
  );
  expect(foreign.response.status).toBe(403);
  const left = await browser.submit(question, { answer: 'leave' });
  expect(left.url.href).toBe(`${PORTAL}/`);
  expect(await closedAt()).toEqual(expect.any(Date));
  // The question is over: its page leads back to the sign-in.
  const again = await browser.go(question.url);
  expect(again.html).not.toContain(QUESTION);
});

// @proves 12.62
it('asks for the second step before the question', async () => {
  await server.db.update(members).set({ mfaEnabled: true }).where(eq(members.id, memberId));
  await close();
  let second = await openSignIn();
  const mails = await messagesOf(server, async () => {
    second = await browser.submit(second, MEMBER);
  });
  expect(second.html).not.toContain(QUESTION);
  const early = await browser.go(second.url.href.replace('/second-step', '/reopen'));
  expect(early.html).not.toContain(QUESTION);
  const question = await browser.submit(second, { code: codeIn(mails) });
  expect(question.html).toContain(QUESTION);
  expect(isIn(await browser.submit(question, { answer: 'reopen' }))).toBe(true);
});

// @proves 12.61 12.63
it('after 30 days the account is erased and the address is free', async () => {
  await close();
  server.clock.advance(30 * DAY_MS - 1);
  await purgeEnded(server.context);
  expect((await signIn()).html).toContain(QUESTION);
  server.clock.advance(1);
  await purgeEnded(server.context);
  expect(await closedAt()).toBeUndefined();
  browser = createBrowser(server.issuer);
  expect((await signIn()).response.status).toBe(422);
  await server.createMember(MEMBER);
  expect(isIn(await signIn())).toBe(true);
});

const call = () => publicCaller(server);
const ask = (from: ReturnType<typeof call>, type: string) =>
  from('POST', '/v2/mfa/send-code', { type, email: MEMBER.email, locale: 'en' });

// @proves 11.20 12.37
it('a sign-up answers as for any taken address, and its mail says how to come back', async () => {
  await close();
  const from = call();
  const mails = await messagesOf(server, () => ask(from, 'signup'));
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain('closed account with this email address');
  expect(mails[0]?.text).toContain(`${PORTAL}/en/my-page`);
  const code = codeIn(mails);
  const verified = await from('POST', '/v2/mfa/verify-code', {
    type: 'signup',
    email: MEMBER.email,
    code,
  });
  expect(refusal(verified)).toEqual([422, 'user.signup.email_exists']);
});

// @proves 12.37
it('a reset sets a password for a closed account, which stays closed until the sign-in', async () => {
  await close();
  const from = call();
  const mails = await messagesOf(server, () => ask(from, 'mfa_forgot_password'));
  expect(mails[0]?.text).toContain('This account is closed');
  const ticket = /form#code=([\w-]{43})/.exec(mails[0]?.text ?? '')?.[1] ?? '';
  const password = 'ume-no-hana-2027';
  const set = await from('PUT', '/setting-password', {
    type: 'reset_password_link',
    ticket,
    password,
  });
  expect(set.status).toBe(200);
  expect(await closedAt()).toEqual(expect.any(Date));
  const question = await browser.submit(await openSignIn(), { ...MEMBER, password });
  expect(question.html).toContain(QUESTION);
});

// @proves 12.65
it('the link of the farewell message opens the account that an intruder closed', async () => {
  const [farewell] = await close();
  const token = /undo-changes#token=([\w-]{43})/.exec(farewell?.text ?? '')?.[1] ?? '';
  const undone = await call()('POST', '/undo-changes', { token });
  expect([undone.status, undone.body]).toMatchObject([200, { data: { status: 'undone' } }]);
  expect(await closedAt()).toBeNull();
  expect((await server.db.select().from(changeUndos)).length).toBeLessThan(2);
});
