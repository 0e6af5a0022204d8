import { members } from '@portal/server-members/schema/members';
import { oidcSessions } from '@portal/server-members/schema/sessions';
import { createBrowser } from '@portal/server-testing/idp/browser';
import { PORTAL, sharedIdp, type TestIdp } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';
import { eq } from 'drizzle-orm';
import * as oauth from 'oauth4webapi';
import { oidcPayloads } from './schema/oidc.ts';

const server = sharedIdp();
let memberId: string;
beforeAll(async () => {
  memberId = (await server.createMember({ ...MEMBER, firstName: '花子', lastName: '山田' })).id;
});

it('gives the session a new id at every sign-in', async () => {
  const portal = await createPortal(server);
  const sessionCookie = () =>
    [...portal.browser.jar].find(([name]) => /^idp_session_\d+ /.test(name))?.[1].value;
  await portal.signIn();
  const first = sessionCookie();
  expect(first).toEqual(expect.any(String));
  const started = await portal.authorization({ prompt: 'login' });
  const page = await portal.browser.go(started.url);
  const back = await portal.browser.submit(page, MEMBER);
  await expect(portal.exchange(back, started)).resolves.toBeDefined();
  expect(sessionCookie()).not.toBe(first);
});

it('answers a silent check with the member, and no refresh token, even if it asks for one', async () => {
  const portal = await createPortal(server);
  await portal.signIn();
  const started = await portal.authorization({ prompt: 'none' });
  const { tokens, claims } = await portal.exchange(await portal.browser.go(started.url), started);
  expect(claims.sub).toBe(memberId);
  expect(tokens.refresh_token).toBeUndefined();
});

it('forbids framing of pages, but not of the redirects of a silent check', async () => {
  const portal = await createPortal(server);
  const { back } = await portal.silentCheck();
  expect(back.response.status).toBe(303);
  expect(back.response.headers.get('x-frame-options')).toBeNull();
  expect(back.response.headers.get('content-security-policy')).toBeNull();
  const page = await portal.browser.go((await portal.authorization()).url);
  expect(page.response.headers.get('x-frame-options')).toBe('DENY');
  expect(page.response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});

it('refuses a code with a wrong verifier; a second use of a code ends its tokens', async () => {
  const portal = await createPortal(server);
  await portal.signIn();
  const started = await portal.authorization();
  const back = await portal.browser.go(started.url);
  const stolen = { ...started, verifier: oauth.generateRandomCodeVerifier() };
  await expect(portal.exchange(back, stolen)).rejects.toMatchObject({ error: 'invalid_grant' });

  const { tokens } = await portal.exchange(back, started);
  await expect(portal.exchange(back, started)).rejects.toMatchObject({ error: 'invalid_grant' });
  await expect(server.idp.findAccessToken(tokens.access_token)).resolves.toBeUndefined();
  const renewed = await portal.renew(tokens.refresh_token as string);
  expect(renewed.status).toBe(400);
});

it('lets a code be exchanged once, however many calls use it at the same time', async () => {
  const portal = await createPortal(server);
  await portal.signIn();
  const started = await portal.authorization();
  const back = await portal.browser.go(started.url);
  const attempts = Array.from({ length: 10 }, () => portal.exchange(back, started));
  const results = await Promise.allSettled(attempts);
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
});

it('keeps codes, tokens and session ids out of the database', async () => {
  const portal = await createPortal(server);
  const started = await portal.authorization();
  const back = await portal.browser.submit(await portal.browser.go(started.url), MEMBER);
  const { tokens } = await portal.exchange(back, started);
  const renewed = await portal.renew(tokens.refresh_token as string);
  const dump = await everything(server);
  const secrets = [
    back.url.searchParams.get('code'),
    tokens.access_token,
    tokens.refresh_token,
    JSON.parse(renewed.body).access_token,
    JSON.parse(renewed.body).refresh_token,
    portal.browser.jar.get(`idp_session_${new URL(server.issuer).port} /`)?.value,
  ];
  for (const secret of secrets) {
    expect(secret).toEqual(expect.any(String));
    expect(dump).not.toContain(secret);
  }
  expect(server.log.join('')).not.toMatch(/hanako|sakura-mochi/);
  for (const secret of secrets) expect(server.log.join('')).not.toContain(secret);
});

it('signs nobody in with the session of a closed account', async () => {
  const jiro = { email: 'jiro@example.com', password: 'ume-boshi-2026' };
  const gone = await server.createMember(jiro);
  const portal = await createPortal(server);
  const page = await portal.browser.go((await portal.authorization()).url);
  await portal.browser.submit(page, jiro);
  const closed = { closedAt: server.clock.now() };
  await server.db.update(members).set(closed).where(eq(members.id, gone.id));
  const { back } = await portal.silentCheck();
  expect(back.url.searchParams.get('error')).toBe('login_required');
});

it('continues as the other member when a second member signs in', async () => {
  const saki = { email: 'saki@example.com', password: 'ume-boshi-2026' };
  const other = await server.createMember(saki);
  const portal = await createPortal(server);
  const started = await portal.authorization();
  const waiting = await portal.browser.go(started.url);
  const { tokens } = await portal.signIn();
  const between = await portal.browser.submit(waiting, saki);
  // oidc-provider ends the first session with a form that submits itself.
  expect(between.response.headers.get('content-security-policy')).toMatch(
    /script-src [^;]*'sha256-/,
  );
  const back = await portal.browser.submit(between, {});
  const { claims } = await portal.exchange(back, started);
  expect(claims.sub).toBe(other.id);
  await expect(server.idp.findAccessToken(tokens.access_token)).resolves.toBeUndefined();
});

// @proves 10.689
it('opens a sign-in page only in the browser that requested it', async () => {
  const portal = await createPortal(server);
  const page = await portal.browser.go((await portal.authorization()).url);
  const elsewhere = await createBrowser(server.issuer).go(page.url);
  expect(elsewhere.response.status).toBe(400);
  expect(elsewhere.html).toContain('この画面の有効期限が切れました');
  expect(elsewhere.html).toContain(`href="${PORTAL}/callback?error=login_required"`);
});

async function everything({ db }: TestIdp): Promise<string> {
  const tables = [oidcPayloads, oidcSessions];
  return JSON.stringify(await Promise.all(tables.map((table) => db.select().from(table))));
}
