import { createBrowser, type TestBrowser, type Visit } from '@portal/server-testing/idp/browser';
import { PORTAL, sharedIdp, startTestIdp, type TestIdp } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';
import { configuration } from './configuration.ts';

const server = sharedIdp({ member: MEMBER });
let browser: TestBrowser;
beforeEach(() => {
  browser = createBrowser(server.issuer);
});

async function openPage(extra: Record<string, string> = {}): Promise<Visit> {
  const portal = await createPortal(server, browser);
  return browser.go((await portal.authorization(extra)).url);
}

/** A page without its random values, for comparison. */
function comparable({ html, url }: Visit): string {
  const uid = url.pathname.split('/').at(-1) ?? '';
  return html
    .replaceAll(uid, '')
    .replace(/nonce="[^"]*"/g, '')
    .replace(/(?<=challenge&quot;:&quot;)[\w-]+/, '');
}

it('has a content security policy that loads nothing and restricts forms to us and the portal', async () => {
  const { html, response } = await openPage();
  const policy = response.headers.get('content-security-policy') ?? '';
  const nonce = /nonce-([\w-]+)/.exec(policy)?.[1];
  expect(policy.split(';')).toEqual([
    "default-src 'none'",
    `script-src 'report-sample' 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    'img-src data:',
    `form-action 'self' ${PORTAL}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]);
  expect(html).toContain(`<script nonce="${nonce}">`);
  expect(html).not.toMatch(/ style=| on\w+=/);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'x-request-id': expect.any(String),
  });
});

it('sets cookies that no script can read and no other site can send', async () => {
  const { url } = await (await createPortal(server, browser)).authorization();
  const response = await fetch(url, { redirect: 'manual' });
  const cookies = response.headers.getSetCookie();
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/httponly/i);
    expect(cookie).toMatch(/samesite=lax/i);
  }
});

it('marks cookies as secure and binds them to the host if the provider uses https', async () => {
  const secure = await startTestIdp({ config: { idpOrigin: 'https://id.example' } });
  const port = await secure.addReplica();
  const response = await fetch(
    `${port}/authorize?client_id=portal&response_type=code&scope=openid&code_challenge=${'a'.repeat(43)}&code_challenge_method=S256&redirect_uri=${PORTAL}/callback`,
    { redirect: 'manual' },
  );
  expect(response.headers.get('strict-transport-security')).toBe(
    'max-age=63072000; includeSubDomains',
  );
  const cookies = response.headers.getSetCookie();
  expect(cookies).toEqual(
    expect.arrayContaining([expect.stringMatching(/^__Secure-idp_sign_in=.*; secure/)]),
  );
  // The cookie of the session is set at the end of a sign-in, which needs TLS here.
  expect(configuration(secure.context).cookies?.names?.session).toBe('__Host-idp_session');
  await secure.close();
});

it('escapes the address in a link', async () => {
  const { html } = await openPage({ login_hint: '"><script>alert(1)</script>' });
  expect(html).not.toContain('<script>alert');
});

// @proves 10.25
it('accepts no password from another site', async () => {
  const page = await openPage();
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: PORTAL },
  ]) {
    const answer = await browser.submit(page, MEMBER, headers);
    expect(answer.response.status).toBe(403);
    expect(answer.url.origin).toBe(server.issuer);
  }
});

it.each([
  ['a JSON body', { body: '{}', headers: { 'content-type': 'application/json' } }],
  ['a large body', { body: new URLSearchParams({ email: 'x'.repeat(10_000) }) }],
])('refuses %s', async (_name, init: RequestInit) => {
  const page = await openPage();
  const headers = new Headers(init.headers);
  headers.set('origin', server.issuer);
  const answer = await browser.go(page.url, { method: 'POST', ...init, headers });
  expect(answer.response.status).toBe(403);
});

it('limits the attempts of one network address, for whichever account', async () => {
  const flooded = await startTestIdp();
  const flood = createBrowser(flooded.issuer);
  const portal = await createPortal(flooded, flood);
  let page = await flood.go((await portal.authorization()).url);
  for (let attempt = 0; attempt < 100; attempt += 1) {
    page = await flood.submit(page, { email: 'nobody@example.com', password: 'x' });
    expect(page.response.status).toBe(422);
  }
  page = await flood.submit(page, { email: 'nobody@example.com', password: 'x' });
  expect(page.response.status).toBe(429);
  expect(Number(page.response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(page.html).toContain('続けて操作があったため');
  await flooded.close();
});

describe('guessing', () => {
  let guessed: TestIdp;
  beforeAll(async () => {
    guessed = await startTestIdp({ member: MEMBER });
  });
  afterAll(() => guessed.close());

  async function attempt(email: string, password: string): Promise<Visit> {
    const guesser = createBrowser(guessed.issuer);
    const portal = await createPortal(guessed, guesser);
    const page = await guesser.go((await portal.authorization()).url);
    return guesser.submit(page, { email, password });
  }

  /** A page about the member as it would be about another address. */
  const withAddress = (html: string, address: string) =>
    html
      .replaceAll(MEMBER.email, address)
      .replaceAll(encodeURIComponent(MEMBER.email), encodeURIComponent(address));

  it('gets the same answer for a wrong password, an unknown address and a locked account', async () => {
    const { email, password } = MEMBER;
    const unknown = 'hanakX@example.com';
    const wrong = await attempt(email, 'wrong');
    const stranger = await attempt(unknown, 'wrong');
    expect([wrong.response.status, stranger.response.status]).toEqual([422, 422]);
    expect(comparable(stranger)).toBe(withAddress(comparable(wrong), unknown));

    for (let tried = 2; tried <= 5; tried += 1) {
      await attempt(email, 'wrong');
      await attempt(unknown, 'wrong');
    }
    const locked = await attempt(email, password);
    const stopped = await attempt(unknown, 'wrong');
    expect([locked.response.status, stopped.response.status]).toEqual([422, 422]);
    expect(comparable(stopped)).toBe(withAddress(comparable(locked), unknown));
    const [left, right] = [headersOf(locked), headersOf(stopped)];
    expect(left).toEqual(right);
  });

  it('leaves a line in the log for each attempt, without the address', async () => {
    const logged = guessed.log.length;
    await attempt('nobody@example.com', 'wrong');
    const other = { email: 'yuki@example.com', password: MEMBER.password };
    await guessed.createMember(other);
    await attempt(other.email, other.password);
    const lines = guessed.log.slice(logged).map((line) => JSON.parse(line));
    const attempts = lines.filter(({ event }) => event === 'sign-in');
    expect(attempts).toMatchObject([
      {
        method: 'password',
        outcome: 'refused',
        request_id: expect.any(String),
        time: expect.any(Number),
      },
      { method: 'password', outcome: 'accepted' },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/@example/);
  });

  const headersOf = ({ response }: Visit) =>
    [...response.headers.keys()].filter((name) => name !== 'date').sort();
});
