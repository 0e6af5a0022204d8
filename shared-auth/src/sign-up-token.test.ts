import { startTestIdp, type TestIdp } from '@portal/server-testing/idp/idp';
import { openPortalBrowser, type PortalTab } from './testing/portal-browser.ts';

const { origin } = window.location;
const API = 'http://localhost:4302';
const NEWCOMER = { email: 'sakura@example.com', password: 'matcha-to-daifuku-88' };

let server: TestIdp;
let portal: ReturnType<typeof openPortalBrowser>;
beforeEach(async () => {
  server = await startTestIdp({ config: { portalOrigin: origin, corsOrigins: [origin] } });
  portal = openPortalBrowser(server);
});
afterEach(async () => {
  portal.close();
  await server.close();
});

async function call(path: string, body?: object, token?: string) {
  const answer = await server.api.fetch(
    new Request(API + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );
  return answer.json();
}

/** As the portal's sign-up does it, with the code from the mail. */
async function signUp(): Promise<string> {
  const { email, password } = NEWCOMER;
  const { request } = await call('/v2/mfa/send-code', { type: 'signup', email, locale: 'ja' });
  const [mail] = await server.outbox.messages();
  const code = /(?<!\d)\d{6}(?!\d)/.exec(mail?.text ?? '')?.[0];
  const { data: terms } = await call('/terms');
  const signedUp = await call('/signup', {
    email,
    code,
    request,
    password,
    terms_version: terms[0].version,
    locale: 'ja',
  });
  return signedUp.access_token;
}

/** The browser goes where the tab has sent it; answers what the callback is told. */
function follow(tab: PortalTab) {
  return portal.cookies.go(tab.visited.at(-1) ?? '', { headers: { referer: `${origin}/` } });
}
const stored = (name: string) => portal.shared.localStorage.shared.get(name);

// @proves 4.17 10.26 10.27
it('turns a sign-up into a session without asking for the password', async () => {
  const tab = portal.open({ pathname: '/signup/verify-code' });
  const token = await signUp();
  await tab.session.startWithSignUpToken(token, { returnTo: '/register' });
  // Signed in at once, and the API knows the member.
  expect(stored('access_token')).toBe(token);
  expect(await call('/userinfo', undefined, token)).toMatchObject({ email: NEWCOMER.email });

  const back = await follow(tab);
  expect(back.url.origin + back.url.pathname).toBe(`${origin}/callback`);
  await expect(tab.session.completeSignIn(back.url.search)).resolves.toEqual({
    ok: true,
    returnTo: '/register',
  });
  expect(stored('refresh_token')).toEqual(expect.any(String));
  expect(stored('access_token')).not.toBe(token);
  const user = await call('/userinfo', undefined, stored('access_token'));
  expect(user).toMatchObject({ email: NEWCOMER.email });
  await expect(tab.session.checkSession()).resolves.toBe('logged_in');
});
