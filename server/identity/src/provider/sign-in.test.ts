import { setPassword } from '@portal/server-accounts/password/credentials';
import { DATABASES } from '@portal/server-testing/databases';
import { createBrowser, type TestBrowser, type Visit } from '@portal/server-testing/idp/browser';
import { PORTAL, startTestIdp, type TestIdp } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';
import { configuration } from './configuration.ts';

let server: TestIdp;
let browser: TestBrowser;
beforeAll(async () => {
  server = await startTestIdp({ member: MEMBER });
});
afterAll(() => server.close());
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

// @asvs 6.2.6 6.2.7
it('has the fields that a password manager knows, and works without JavaScript', async () => {
  const { html, response } = await openPage();
  expect(response.status).toBe(200);
  expect(html).toMatch(/<html lang="ja">/);
  expect(html).toMatch(/<label for="email">メールアドレス<\/label>/);
  expect(html).toMatch(/id="email" name="email" type="email"[^>]*autocomplete="username webauthn"/);
  expect(html).toMatch(
    /id="password" name="password" type="password" autocomplete="current-password"/,
  );
  expect(html).toMatch(/<form method="post" action="\/sign-in\/[\w-]+\?ui_locale=ja" novalidate>/);
  expect(html.match(/<h1>/g)).toHaveLength(1);
  expect(html).not.toMatch(/LINE/);
});

// @asvs 3.4.3 3.4.4 3.4.5 3.4.6 14.3.2
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

// @asvs 3.3.2 3.3.4
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

// @asvs 3.3.1 3.3.3 3.4.1
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

it('says in plain words what is missing, at the field and in a summary that takes the focus', async () => {
  const again = await browser.submit(await openPage({ ui_locale: 'en' }), {
    email: '',
    password: '',
  });
  expect(again.response.status).toBe(422);
  expect(again.html).toMatch(/role="alert" tabindex="-1" autofocus/);
  expect(again.html).toContain('<a href="#email">Enter your e-mail address.</a>');
  expect(again.html).toMatch(/aria-invalid="true" aria-describedby="password-error"/);
  const malformed = await browser.submit(again, { email: 'hanako', password: 'x' });
  expect(malformed.html).toContain('Check the e-mail address.');
});

// @asvs 1.1.2 1.2.1
it('keeps the typed address, escaped, and never returns a password', async () => {
  const email = '"><script>alert(1)</script>&amp;\'@example.com';
  const password = 'geheim<img src=x>';
  const again = await browser.submit(await openPage(), { email, password });
  expect(again.html).not.toContain('<script>alert');
  expect(again.html).toContain(
    'value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;&#39;@example.com"',
  );
  expect(again.html).not.toContain('geheim');
});

it('escapes the address in a link', async () => {
  const { html } = await openPage({ login_hint: '"><script>alert(1)</script>' });
  expect(html).not.toContain('<script>alert');
});

// @proves 10.25
// @asvs 3.5.1
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

describe('the language of the page', () => {
  it.each([
    ['ui_locale=en', { ui_locale: 'en' }, 'ja', 'en'],
    ['ui_locale=ja', { ui_locale: 'ja' }, 'en', 'ja'],
    ['ui_locale=en-US', { ui_locale: 'en-US' }, 'ja', 'en'],
    ['ui_locales, best first', { ui_locale: '', ui_locales: 'fr en ja' }, 'ja', 'en'],
    ['an unknown ui_locale and the browser', { ui_locale: 'xx' }, 'en-GB,en;q=0.9', 'en'],
    ['the browser alone', { ui_locale: '' }, 'ja-JP', 'ja'],
  ])('follows %s', async (_name, extra: Record<string, string>, language, expected) => {
    browser = createBrowser(server.issuer, { language });
    const { html, response } = await openPage(extra);
    expect(html).toContain(`<html lang="${expected}">`);
    expect(response.headers.get('content-language')).toBe(expected);
  });

  it('stays after mistakes, can be changed on the page, and is remembered', async () => {
    let page = await openPage({ ui_locale: 'en' });
    page = await browser.submit(page, { email: MEMBER.email, password: 'wrong' });
    expect(page.html).toContain('<html lang="en">');
    const switched = /<a class="language" href="([^"]*)"/.exec(page.html)?.[1] ?? '';
    page = await browser.go(new URL(switched, page.url));
    expect(page.html).toContain('<html lang="ja">');
    page = await browser.submit(page, { email: '', password: '' });
    expect(page.html).toContain('<html lang="ja">');
    const later = await browser.go('/nothing');
    expect(later.html).toContain('<html lang="en">');
  });
});

describe.each(DATABASES)('guessing, on %s', (database) => {
  let guessed: TestIdp;
  beforeAll(async () => {
    guessed = await startTestIdp({ database, member: MEMBER });
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

  // @asvs 16.2.1 16.3.1 16.3.3
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

  it('locks the account for 15 minutes', async () => {
    guessed.clock.advance(15 * 60_000);
    const back = await attempt(MEMBER.email, MEMBER.password);
    expect(back.url.origin).toBe(PORTAL);
  });

  it('does not profit from parallel attempts', async () => {
    const member = await guessed.createMember({ email: 'kenta@example.com' });
    await setPassword(guessed.context, member.id, MEMBER.password);
    const guesses = Array.from({ length: 12 }, (_, n) =>
      attempt('kenta@example.com', `wrong ${n}`),
    );
    const statuses = (await Promise.all(guesses)).map(({ response }) => response.status);
    expect(new Set(statuses)).toEqual(new Set([422]));
    const right = await attempt('kenta@example.com', MEMBER.password);
    expect(right.url.origin).toBe(guessed.issuer);
  });

  const headersOf = ({ response }: Visit) =>
    [...response.headers.keys()].filter((name) => name !== 'date').sort();
});
