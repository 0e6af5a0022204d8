import { DATABASES } from '../../testing/databases.ts';
import { endAllSessions, listSessions } from '../sessions.ts';
import { issueSignUpToken } from '../sign-up-tokens.ts';
import { createBrowser } from '../testing/browser.ts';
import { PORTAL, startTestIdp, type TestIdp } from '../testing/idp.ts';
import { createPortal, MEMBER } from '../testing/portal.ts';

const FROM_PORTAL = { headers: { referer: `${PORTAL}/` } };

describe.each(DATABASES)('a fresh sign-up, on %s', (database) => {
  let server: TestIdp;
  let memberId: string;
  let token: string;
  beforeAll(async () => {
    server = await startTestIdp({ database });
  }, 60_000);
  beforeEach(async () => {
    ({ id: memberId } = await server.createMember());
    token = await issueSignUpToken(server.context, memberId);
  });
  afterAll(() => server.close());

  /** Where the portal's authorization with this token ends. */
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

  it('opens the session without a password and comes back with tokens', async () => {
    const { portal, started, visit } = await authorize();
    const { tokens, claims } = await portal.exchange(visit, started);
    expect(claims.sub).toBe(memberId);
    expect(tokens.refresh_token).toEqual(expect.any(String));
    await expect(userOf(tokens.access_token)).resolves.toMatchObject({ memberId });
    const { back, started: check } = await portal.silentCheck();
    expect((await portal.exchange(back, check)).claims.sub).toBe(memberId);
  });

  it('is known to the API until then, and not afterwards', async () => {
    await expect(userOf(token)).resolves.toMatchObject({ memberId });
    await authorize();
    await expect(userOf(token)).resolves.toBeUndefined();
    expect(await listSessions(server.context, memberId)).toHaveLength(1);
  });

  it('is taken once: the second time the page asks for the password', async () => {
    await authorize();
    expect(asksToSignIn(await authorize())).toBe(true);
  });

  it('is taken once though twenty ask at the same moment', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => authorize()));
    expect(all.filter((one) => !asksToSignIn(one))).toHaveLength(1);
  });

  it('goes on with the member when the address is loaded again in the same browser', async () => {
    const browser = createBrowser(server.issuer);
    const { started } = await authorize({}, FROM_PORTAL, browser);
    const again = await browser.go(started.url, FROM_PORTAL);
    expect(again.url.searchParams.get('code')).not.toBeNull();
  });

  it('is over after 60 seconds', async () => {
    server.clock.advance(60_000);
    expect(asksToSignIn(await authorize())).toBe(true);
    await expect(userOf(token)).resolves.toBeUndefined();
  });

  it('is not taken from a page of another site', async () => {
    const cases: RequestInit[] = [
      { headers: { referer: 'https://evil.example/' } },
      { headers: { 'sec-fetch-site': 'cross-site' } },
      { headers: { 'sec-fetch-site': 'none' } },
      {},
    ];
    for (const init of cases) expect(asksToSignIn(await authorize({}, init))).toBe(true);
    expect(asksToSignIn(await authorize())).toBe(false);
  });

  it('opens nothing for a silent check', async () => {
    const { visit } = await authorize({ prompt: 'none', scope: 'openid' });
    expect(visit.url.searchParams.get('error')).toBe('login_required');
  });

  it.each([
    ['empty', ''],
    ['made-up', 'made-up'],
    ['endless', 'x'.repeat(5000)],
  ])('is no %s token', async (_name, foreign) => {
    expect(asksToSignIn(await authorize({ token: foreign }))).toBe(true);
  });

  it('is no access token of the identity provider’s own', async () => {
    await server.createMember(MEMBER).catch(() => {});
    const { tokens } = await (await createPortal(server)).signIn();
    expect(asksToSignIn(await authorize({ token: tokens.access_token }))).toBe(true);
    await expect(userOf(tokens.access_token)).resolves.toBeDefined();
  });

  it('is over when the member was signed out everywhere', async () => {
    await endAllSessions(server.context, memberId);
    expect(asksToSignIn(await authorize())).toBe(true);
  });

  it('signs the new member in where another was signed in', async () => {
    const browser = createBrowser(server.issuer);
    await server.createMember(MEMBER).catch(() => {});
    await (await createPortal(server, browser)).signIn();
    const { portal, started, visit } = await authorize({}, FROM_PORTAL, browser);
    const changed = visit.html ? await browser.submit(visit, {}) : visit;
    expect((await portal.exchange(changed, started)).claims.sub).toBe(memberId);
  });

  it('leaves no token in the log', async () => {
    await authorize();
    expect(server.log.join('')).not.toContain(token);
  });
});
