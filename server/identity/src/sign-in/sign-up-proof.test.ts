import { createBrowser } from '@portal/server-testing/idp/browser';
import { PORTAL, sharedIdp } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';
import { endAllSessions } from '../tokens/sessions.ts';
import { issueSignUpToken } from '../tokens/sign-up-tokens.ts';

const FROM_PORTAL = { headers: { referer: `${PORTAL}/` } };

const server = sharedIdp();
let memberId: string;
let token: string;
beforeEach(async () => {
  ({ id: memberId } = await server.createMember());
  token = await issueSignUpToken(server.context, memberId);
});

/** The page at which the portal's authorization with this token ends. */
async function authorize(
  extra: Record<string, string> = {},
  init: RequestInit = FROM_PORTAL,
  browser = createBrowser(server.issuer),
) {
  const portal = await createPortal(server, browser);
  const started = await portal.authorization({ token, ...extra });
  return { portal, started, visit: await browser.go(started.url, init) };
}
const asksToSignIn = ({ visit }: Awaited<ReturnType<typeof authorize>>) =>
  visit.html.includes('name="password"');
const userOf = async (accessToken: string) => server.idp.findAccessToken(accessToken);

it('is accepted once by twenty calls at the same moment', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => authorize()));
  expect(all.filter((one) => !asksToSignIn(one))).toHaveLength(1);
});

it('expires after 60 seconds', async () => {
  server.clock.advance(60_000);
  expect(asksToSignIn(await authorize())).toBe(true);
  await expect(userOf(token)).resolves.toBeUndefined();
});

it('is not accepted from a page of another site', async () => {
  const cases: RequestInit[] = [
    { headers: { referer: 'https://evil.example/' } },
    { headers: { 'sec-fetch-site': 'cross-site' } },
    { headers: { 'sec-fetch-site': 'none' } },
    {},
  ];
  for (const init of cases) expect(asksToSignIn(await authorize({}, init))).toBe(true);
  expect(asksToSignIn(await authorize())).toBe(false);
});

// @proves 10.785
it('signs nobody in in another browser, where somebody has set its cookie', async () => {
  const thief = createBrowser(server.issuer);
  const portal = await createPortal(server, thief);
  const started = await portal.authorization({ token });
  // Without following where it leads.
  const { headers } = await fetch(started.url, { ...FROM_PORTAL, redirect: 'manual' });
  const victim = createBrowser(server.issuer);
  const cookies = headers.getSetCookie().filter((line) => line.includes('idp_signed_up'));
  expect(cookies).toHaveLength(1);
  const [pair = ''] = cookies[0]?.split(';') ?? [];
  const [name = '', value = ''] = pair.split('=');
  victim.jar.set(name, { value, path: '/sign-in' });
  started.url.searchParams.delete('token');
  started.url.searchParams.set('prompt', 'login');
  const visit = await victim.go(started.url);
  expect(visit.html).toContain('name="password"');
});

it('cannot be an access token of the identity provider', async () => {
  await server.createMember(MEMBER).catch(() => {});
  const { tokens } = await (await createPortal(server)).signIn();
  expect(asksToSignIn(await authorize({ token: tokens.access_token }))).toBe(true);
  await expect(userOf(tokens.access_token)).resolves.toBeDefined();
});

it('is void after the member was signed out everywhere', async () => {
  await endAllSessions(server.context, memberId);
  expect(asksToSignIn(await authorize())).toBe(true);
});
