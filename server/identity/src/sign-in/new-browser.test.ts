import { notMe } from '@portal/server-accounts/changes/not-me';
import { storePasswordHash } from '@portal/server-accounts/password/credentials';
import { hashPassword } from '@portal/server-accounts/password/password-hash';
import { members } from '@portal/server-members/schema/members';
import { codeIn, messagesOf } from '@portal/server-testing/account-client';
import { callApi, refusal } from '@portal/server-testing/api-call';
import { makeBrowserKey } from '@portal/server-testing/browser-key';
import { createBrowser, type TestBrowser, type Visit } from '@portal/server-testing/idp/browser';
import { freshIdp } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';
import { askForStepUp, isBack } from '@portal/server-testing/idp/step-up';
import { eq } from 'drizzle-orm';

const API = 'http://localhost:4302';
const MINUTE_MS = 60_000;
const UNCONFIRMED = [403, 'auth.browser_unconfirmed'];

const server = freshIdp({ config: { callsPerMinute: 1_000_000 } });
let memberId: string;
let home: TestBrowser;
beforeEach(async () => {
  ({ id: memberId } = await server.createMember(MEMBER));
  home = createBrowser(server.issuer);
  await signIn(home);
});

/** Signs in by the password and calls the API as the portal does. */
async function signIn(browser: TestBrowser, who = MEMBER) {
  // What a sign-out leaves.
  for (const key of browser.jar.keys())
    if (!/^idp_(trust|devices) /.test(key)) browser.jar.delete(key);
  server.clock.advance(MINUTE_MS);
  const key = makeBrowserKey();
  const portal = await createPortal(server, browser);
  const browserProof = key.prove({
    method: 'POST',
    url: `${server.issuer}/oauth/token`,
    now: server.clock.now(),
  });
  const started = await portal.authorization({ prompt: 'login' });
  const back = await browser.submit(await browser.go(started.url), who);
  const { tokens } = await portal.exchange(back, started, { dpop_proof: browserProof });
  const accessToken = tokens.access_token;
  const call = (method: string, path: string, body?: unknown) =>
    callApi(server, {
      method,
      path,
      body,
      headers: {
        authorization: `Bearer ${accessToken}`,
        dpop: key.prove({ method, url: API + path, accessToken, now: server.clock.now() }),
      },
    });
  return { call, browser, portal };
}
type Client = Awaited<ReturnType<typeof signIn>>;
const act = async ({ call }: Client) =>
  refusal(await call('PUT', '/me/reminders', { email: true }));

/** The member types a code that is mailed, at the provider. */
async function confirm({ browser, portal }: Client) {
  let page: Visit | undefined;
  const mails = await messagesOf(server, async () => {
    ({ page } = await askForStepUp({ browser, portal }, 'confirm_browser'));
  });
  expect(page && isBack(await browser.submit(page, { code: codeIn(mails) }))).toBe(true);
}

// @proves 8.430 10.432
it('a password alone in a new browser looks, and changes nothing before it is confirmed once', async () => {
  const browser = createBrowser(server.issuer);
  const there = await signIn(browser);
  expect((await there.call('GET', '/userinfo')).status).toBe(200);
  expect(await act(there)).toEqual(UNCONFIRMED);
  expect((await there.call('PUT', '/me', { locale: 'en' })).status).toBe(200);
  const city = await there.call('PUT', '/me', { city: 'Naha' });
  expect(refusal(city)).toEqual([403, 'user.step_up_required']);
  await confirm(there);
  expect(await act(there)).not.toEqual(UNCONFIRMED);
  // Once for the browser, and not once for each sign-in.
  expect(await act(await signIn(browser))).not.toEqual(UNCONFIRMED);
  expect(await act(await signIn(createBrowser(server.issuer)))).toEqual(UNCONFIRMED);
});

// @proves 10.432
it('the browser of the first sign-in is confirmed, for its member alone', async () => {
  expect(await act(await signIn(home))).not.toEqual(UNCONFIRMED);
  const other = { email: 'jiro@example.com', password: MEMBER.password };
  await server.createMember(other);
  await signIn(createBrowser(server.issuer), other);
  expect(await act(await signIn(home, other))).toEqual(UNCONFIRMED);
  expect(await act(await signIn(home))).not.toEqual(UNCONFIRMED);
});

// @proves 10.432
it('a second step confirms the browser', async () => {
  await server.db.update(members).set({ mfaEnabled: true }).where(eq(members.id, memberId));
  const browser = createBrowser(server.issuer);
  const portal = await createPortal(server, browser);
  const { url } = await portal.authorization({ prompt: 'login' });
  let page = await browser.go(url);
  const mails = await messagesOf(server, async () => {
    page = await browser.submit(page, MEMBER);
  });
  await browser.submit(page, { code: codeIn(mails) });
  await server.db.update(members).set({ mfaEnabled: false }).where(eq(members.id, memberId));
  expect(await act(await signIn(browser))).not.toEqual(UNCONFIRMED);
});

// @proves 10.433
it('no browser is confirmed any more after the link of a sign-in that was not the member’s', async () => {
  const mails = await messagesOf(server, () => signIn(createBrowser(server.issuer)));
  const code = /not-me#code=([\w-]{43})/.exec(mails[0]?.text ?? '')?.[1] ?? '';
  const taken = await notMe(server.context, code, {});
  expect(taken.ok).toBe(true);
  await storePasswordHash(server.context, memberId, await hashPassword(MEMBER.password));
  expect(await act(await signIn(home))).toEqual(UNCONFIRMED);
});
