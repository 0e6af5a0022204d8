import { linkConnection } from '@portal/server-members/connections';
import { members } from '@portal/server-members/schema/members';
import { codeIn, messagesOf } from '@portal/server-testing/account-client';
import { createBrowser, type TestBrowser, type Visit } from '@portal/server-testing/idp/browser';
import { freshIdp, PORTAL } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';
import { eq } from 'drizzle-orm';
import type { KoaContextWithOIDC } from 'oidc-provider';
import * as v from 'valibot';
import { sealedCookies } from '../http/sealed-cookie.ts';
import { LINE_PEOPLE } from '../line/sandbox/page.ts';
import { signInProgress } from '../schema/oidc.ts';
import { endAllSessions, listSessions } from '../tokens/sessions.ts';

const SUBJECT = LINE_PEOPLE[0]?.subject ?? '';

const server = freshIdp({ line: true });
let memberId: string;
let thief: TestBrowser;
beforeEach(async () => {
  ({ id: memberId } = await server.createMember(MEMBER));
  await linkConnection(server.context, memberId, { connection: 'line', subject: SUBJECT });
  thief = createBrowser(server.issuer, { alsoAt: [server.line] });
});

const isIn = ({ url }: Visit) => url.href.startsWith(`${PORTAL}/callback?code=`);
const asksForPassword = ({ html }: Visit) => html.includes('name="password"');

/** Opens the sign-in page as anybody can; returns its address without the query. */
async function openSignIn(browser = thief) {
  const portal = await createPortal(server, browser);
  const started = await portal.authorization({ prompt: 'login' });
  const page = await browser.go(started.url);
  return { page, started, path: page.url.pathname, uid: page.url.pathname.split('/').at(-1) ?? '' };
}

/** Seals a cookie as whoever has read COOKIE_KEYS can. */
function forge(name: string, path: string, value: object): void {
  const set = (full: string, sealed: string) =>
    thief.jar.set(`${full} ${path}`, { value: sealed, path });
  const ctx = { cookies: { set } } as unknown as KoaContextWithOIDC;
  sealedCookies(server.context).set(ctx, { name, path }, value, 600);
}

const post = (address: string, fields: Record<string, string>) =>
  thief.go(address, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: server.issuer },
  });
const readPending = (uid: string) => {
  const ctx = {
    cookies: { get: (name: string) => thief.jar.get(`${name} /sign-in/${uid}`)?.value },
  } as unknown as KoaContextWithOIDC;
  return sealedCookies(server.context).read(ctx, `idp_pending_${uid}`, v.looseObject({})) ?? {};
};

describe('whoever has COOKIE_KEYS, and nothing else, signs in as nobody', () => {
  // @proves 10.430
  it.each([
    ['reopen', { step: 'reopen', amr: ['pwd', 'otp', 'mfa'] }, '/reopen', { answer: 'reopen' }],
    ['second', { step: 'second', amr: 'pwd' }, '/second-step', { code: '000000' }],
    ['line', { step: 'line', subject: SUBJECT }, '/line/return', undefined],
  ])('a forged step %s leads back to the first page', async (_name, step, page, fields) => {
    await server.db.update(members).set({ mfaEnabled: true }).where(eq(members.id, memberId));
    const { path, uid } = await openSignIn();
    forge(`idp_step_${uid}`, path, { ...step, memberId });
    const visit = fields ? await post(path + page, fields) : await thief.go(path + page);
    expect([isIn(visit), asksForPassword(visit)]).toEqual([false, true]);
    expect(await listSessions(server.context, memberId)).toEqual([]);
  });

  // @proves 10.430
  it('a forged sign-up shows the page that asks for the password', async () => {
    const { started } = await openSignIn();
    forge('idp_signed_up', '/sign-in', { memberId, state: started.state });
    const visit = await thief.go(started.url);
    expect([isIn(visit), asksForPassword(visit)]).toEqual([false, true]);
  });

  // @proves 10.430
  it('a forged result of a sign-in signs nobody in', async () => {
    const { uid, path } = await openSignIn();
    const result = { login: { accountId: memberId, amr: ['pwd', 'otp', 'mfa'] } };
    forge(`idp_pending_${uid}`, '/', { ...readPending(uid), result });
    thief.jar.delete(`idp_pending_${uid} ${path}`);
    expect(isIn(await thief.go(`/authorize/${uid}`))).toBe(false);
    expect(await listSessions(server.context, memberId)).toEqual([]);
  });

  // @proves 10.430
  it('a forged wait for the terms neither agrees nor signs out for somebody else', async () => {
    const owner = createBrowser(server.issuer);
    await (await createPortal(server, owner)).signIn();
    const [session] = await listSessions(server.context, memberId);
    await server.db
      .update(members)
      .set({ termsAcceptedVersion: null })
      .where(eq(members.id, memberId));
    const { uid, path } = await openSignIn();
    forge(`idp_pending_${uid}`, path, {
      ...readPending(uid),
      prompt: { name: 'terms', reasons: [], details: {} },
      session: { accountId: memberId, uid: session?.id },
    });
    await post(`${path}/terms`, { answer: 'accept' });
    await post(`${path}/terms`, { answer: 'decline' });
    expect(await listSessions(server.context, memberId)).toHaveLength(1);
    const [after] = await server.db.select().from(members).where(eq(members.id, memberId));
    expect(after?.termsAcceptedVersion).toBeNull();
  });

  // @proves 10.430
  it('neither with a copy of the database', async () => {
    await server.db.update(members).set({ mfaEnabled: true }).where(eq(members.id, memberId));
    const owner = createBrowser(server.issuer);
    await owner.submit((await openSignIn(owner)).page, MEMBER);
    const [row] = await server.db.select().from(signInProgress);
    expect(row?.memberId).toBe(memberId);
    const { path, uid } = await openSignIn();
    forge(`idp_step_${uid}`, path, { secret: row?.secretHash });
    expect(asksForPassword(await thief.go(`${path}/second-step`))).toBe(true);
    expect(JSON.stringify(row)).not.toContain('pwd');
  });
});

describe('a copied cookie of a sign-in', () => {
  const stepCookie = (browser: TestBrowser) =>
    [...browser.jar].filter(([key]) => key.startsWith('idp_step_'));
  /** Comes to the second step, and copies every cookie there. */
  async function copied() {
    await server.db.update(members).set({ mfaEnabled: true }).where(eq(members.id, memberId));
    const owner = createBrowser(server.issuer);
    const mails = await messagesOf(server, async () => {
      await owner.submit((await openSignIn(owner)).page, MEMBER);
    });
    for (const [key, cookie] of owner.jar) thief.jar.set(key, cookie);
    const { path } = stepCookie(owner)[0]?.[1] ?? { path: '' };
    return { owner, path: `${path}/second-step`, code: codeIn(mails) };
  }

  // @proves 10.430
  it('opens nothing once the sign-in is done', async () => {
    const { owner, path, code } = await copied();
    const page = await thief.go(path);
    expect(page.html).toContain('name="code"');
    expect(isIn(await owner.submit(await owner.go(path), { code }))).toBe(true);
    const late = await thief.go(path);
    expect([isIn(late), late.html.includes('name="code"')]).toEqual([false, false]);
  });

  // @proves 10.431
  it('opens nothing once the member is signed out everywhere', async () => {
    const { path, code } = await copied();
    const page = await thief.go(path);
    await endAllSessions(server.context, memberId);
    expect(asksForPassword(await thief.submit(page, { code }))).toBe(true);
  });
});

// @proves 10.785
test('a sign-in that somebody has done is not finished in another browser by its cookies', async () => {
  const { page } = await openSignIn();
  const action =
    /<form(?! id="passkey")[^>]* action="([^"]*)"/.exec(page.html)?.[1]?.replaceAll('&amp;', '&') ??
    '';
  const cookie = [...thief.jar].map(([key, { value }]) => `${key.split(' ')[0]}=${value}`);
  // The last step, without following where it leads.
  const done = await fetch(new URL(action, page.url), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ email: MEMBER.email, password: MEMBER.password }),
    headers: { origin: server.issuer, cookie: cookie.join('; ') },
  });
  const resume = done.headers.get('location') ?? '';
  expect(resume).toContain('/authorize/');

  // Another host of the site can set cookies with a path, but none with the name that only this host can set.
  const victim = createBrowser(server.issuer);
  for (const [key, kept] of thief.jar) if (kept.path !== '/') victim.jar.set(key, kept);
  expect(isIn(await victim.go(resume))).toBe(false);
  expect(isIn(await thief.go(resume))).toBe(true);
});
