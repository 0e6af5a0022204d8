import { ACTS } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { inTransaction } from '../../db/database.ts';
import { stepUpProofs } from '../../db/schema/codes.ts';
import { members } from '../../db/schema/members.ts';
import { makeRecoveryCodes } from '../../domain/second-factors/recovery-codes.ts';
import { beginTotp, confirmTotp } from '../../domain/second-factors/totp.ts';
import { codeIn, messagesOf, wrongFor } from '../../testing/account-client.ts';
import { makeBrowserKey } from '../../testing/browser-key.ts';
import { serverText } from '../../testing/texts.ts';
import { addPasskey } from '../testing/add-passkey.ts';
import { passkeyOptionsOf } from '../testing/authenticator.ts';
import { createBrowser, type Visit } from '../testing/browser.ts';
import { PORTAL, startTestIdp, type TestIdp } from '../testing/idp.ts';
import { createPortal, MEMBER } from '../testing/portal.ts';

const MINUTE_MS = 60_000;
const GIVE = 'ほかの方へパスポートを譲渡しようとしています。';

let server: TestIdp;
let memberId: string;
let person: Awaited<ReturnType<typeof signInWithKey>>;
beforeEach(async () => {
  server = await startTestIdp();
  ({ id: memberId } = await server.createMember(MEMBER));
  person = await signInWithKey();
});
afterEach(() => server.close());

/** A browser whose session is bound to its key; it signed in long ago with a password. */
async function signInWithKey() {
  const browser = createBrowser(server.issuer);
  const portal = await createPortal(server, browser);
  const key = makeBrowserKey();
  const url = `${server.issuer}/oauth/token`;
  const started = await portal.authorization();
  const back = await browser.submit(await browser.go(started.url), MEMBER);
  const dpop_proof = key.prove({ method: 'POST', url, now: server.clock.now() });
  const { tokens } = await portal.exchange(back, started, { dpop_proof });
  server.clock.advance(15 * MINUTE_MS);
  return { browser, portal, key, tokens };
}

/** Goes to the provider as the portal does. */
async function askFor(
  act: string,
  {
    extra = {},
    referer = `${PORTAL}/my-page`,
  }: { extra?: Record<string, string>; referer?: string } = {},
) {
  const started = await person.portal.authorization({
    prompt: 'login',
    max_age: '0',
    act,
    ...extra,
  });
  const page = await person.browser.go(started.url, { headers: { referer } });
  return { started, page };
}
const isBack = ({ url }: Visit) => url.href.startsWith(`${PORTAL}/callback?code=`);
const proofs = () => server.db.select().from(stepUpProofs);
const change = (values: Partial<typeof members.$inferInsert>) =>
  server.db.update(members).set(values).where(eq(members.id, memberId));

/** Asks for a proof, and reads the code that is mailed on arrival. */
async function askWithCode(act = 'give_passport') {
  let asked: Awaited<ReturnType<typeof askFor>> | undefined;
  const messages = await messagesOf(server, async () => {
    asked = await askFor(act);
  });
  if (!asked) throw new Error('Nothing was asked');
  return { ...asked, code: codeIn(messages) };
}

async function addTotp() {
  const member = { id: memberId, email: MEMBER.email, locale: 'ja' } as const;
  const { secret } = await beginTotp(server.context, member);
  const app = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 });
  const code = () => app.generate({ timestamp: server.clock.now().getTime() });
  await inTransaction(server.db, (db) => confirmTotp({ ...server.context, db }, memberId, code()));
  server.clock.advance(MINUTE_MS);
  return code;
}

// @proves 10.420 10.421
test('says what the member is about to do, sends a code at once, and takes it back to the portal', async () => {
  const { page, started, code } = await askWithCode();
  expect(page.html).toContain(GIVE);
  expect(page.html).toContain('h***o@example.com');
  const back = await person.browser.submit(page, { code });
  expect(isBack(back)).toBe(true);
  const { claims } = await person.portal.exchange(back, started);
  expect(claims.sub).toBe(memberId);
  expect(await proofs()).toMatchObject([{ memberId, keyThumbprint: person.key.thumbprint }]);
  // The sign-in stays that of before: a new one could bind another key (product §11.25).
  expect((claims.auth_time as number) * 1000).toBeLessThan(
    server.clock.now().getTime() - 14 * MINUTE_MS,
  );
});

// @proves 10.420
test.each(['ja', 'en'] as const)('every act is said in words, in %s', async (locale) => {
  const said = new Set<string>();
  for (const act of ACTS) {
    const { page } = await askFor(act, { extra: { ui_locale: locale } });
    const [, words] = /<p><strong>([^<]+)<\/strong><\/p>/.exec(page.html) ?? [];
    expect(words).toMatch(locale === 'ja' ? /うとしています。$/ : /^You are about to/);
    said.add(words ?? '');
  }
  expect(said.size).toBe(ACTS.length);
});

describe('takes', () => {
  // @proves 10.422
  test('a passkey first, without sending a code', async () => {
    const passkey = await addPasskey(server, memberId, server.issuer);
    await addTotp();
    const messages = await messagesOf(server, async () => {
      const { page } = await askFor('remove_passkey');
      expect(page.html).toContain(serverText('ja', 'Confirm with a passkey'));
      const credential = passkey.answer(passkeyOptionsOf(page.html));
      expect(isBack(await person.browser.submit(page, { credential }))).toBe(true);
      // The same answer once more.
      const again = await askFor('remove_passkey');
      const refused = await person.browser.submit(again.page, { credential });
      expect(refused.response.status).toBe(422);
    });
    expect(messages).toEqual([]);
    expect(await proofs()).toHaveLength(1);
  });

  // @proves 10.422
  test('a code of the app, once', async () => {
    const app = await addTotp();
    const { page } = await askFor('turn_off_two_step');
    const wrong = await person.browser.submit(page, { code: wrongFor(app()) });
    expect(wrong.response.status).toBe(422);
    expect(await proofs()).toEqual([]);
    expect(isBack(await person.browser.submit(wrong, { code: app() }))).toBe(true);
    const { page: next } = await askFor('turn_off_two_step');
    expect((await person.browser.submit(next, { code: app() })).response.status).toBe(422);
  });

  // @proves 10.422 12.97
  test('a recovery code, and mails that it was used', async () => {
    const [code = ''] = await inTransaction(server.db, (db) =>
      makeRecoveryCodes({ ...server.context, db }, memberId),
    );
    const { page } = await askFor('cancel_passport');
    const byCode = await person.browser.go(`${page.url.pathname}?method=recovery_code`);
    const messages = await messagesOf(server, async () => {
      expect(isBack(await person.browser.submit(byCode, { code }))).toBe(true);
    });
    expect(messages).toHaveLength(1);
    expect(await proofs()).toHaveLength(1);
  });

  // @proves 10.422
  test('a code by text message', async () => {
    await change({ phone: '+819012345678', phoneConfirmedAt: server.clock.now() });
    const messages = await messagesOf(server, async () => {
      const { page } = await askFor('give_passport');
      expect(page.html).toContain('5678');
    });
    expect(messages).toMatchObject([{ kind: 'sms' }]);
    const { page } = await askFor('give_passport');
    expect(isBack(await person.browser.submit(page, { code: codeIn(messages) }))).toBe(true);
  });
});

// @proves 10.421
test('a page that is opened again sends no second code, and another one waits', async () => {
  const { page, code } = await askWithCode();
  const again = await messagesOf(server, async () => {
    await person.browser.go(page.url);
    await askFor('give_passport');
    const path = `${page.url.pathname}/send`;
    const body = new URLSearchParams({ method: 'email' });
    const soon = await person.browser.go(path, {
      method: 'POST',
      body,
      headers: { origin: server.issuer },
    });
    expect(soon.response.status).toBe(429);
  });
  expect(again).toEqual([]);
  const wrong = await person.browser.submit(page, { code: wrongFor(code) });
  expect(wrong.response.status).toBe(422);
  expect(await proofs()).toEqual([]);
});

// @proves 10.423
test('whoever is not signed in signs in first, and no proof comes of it', async () => {
  person = { ...person, browser: createBrowser(server.issuer) };
  person.portal = await createPortal(server, person.browser);
  const { page } = await askFor('give_passport');
  expect(page.html).toContain('name="password"');
  expect(isBack(await person.browser.submit(page, MEMBER))).toBe(true);
  expect(await proofs()).toEqual([]);
});

// @proves 10.423
test('a session that has ended meanwhile confirms nothing', async () => {
  const { page, code } = await askWithCode();
  await server.context.sessions.endAll(server.context, memberId);
  const late = await person.browser.submit(page, { code });
  expect(late.response.status).toBe(400);
  expect(await proofs()).toEqual([]);
});

// @proves 10.424
test.each([
  ['that is not listed', 'rule_the_world'],
  ['with markup', '<script>alert(1)</script>'],
])('an act %s is dropped, and shown nowhere', async (_what, act) => {
  const { page } = await askFor(act);
  // An ordinary sign-in, as `prompt=login` says.
  expect(page.html).toContain('name="password"');
  expect(page.html).not.toContain(act);
});

// @proves 10.424
test('a link on another site asks for no proof, and sends no code', async () => {
  const messages = await messagesOf(server, async () => {
    const { page } = await askFor('give_passport', { referer: 'https://evil.example/' });
    expect(page.html).toContain('name="password"');
  });
  expect(messages).toEqual([]);
});

// @proves 10.424
test('a form of another site is refused', async () => {
  const { page, code } = await askWithCode();
  const refused = await person.browser.submit(page, { code }, { origin: 'https://evil.example' });
  expect(refused.response.status).toBe(403);
  expect(await proofs()).toEqual([]);
});

// @proves 10.420
test('a silent check with an act shows no page and proves nothing', async () => {
  const { page } = await askFor('give_passport', { extra: { prompt: 'none' } });
  expect(page.url.pathname).toBe('/callback');
  expect(await proofs()).toEqual([]);
});

// @proves 10.425
test('leads back without a proof', async () => {
  const { page } = await askWithCode();
  const leave = /<a href="([^"]*leave[^"]*)"/.exec(page.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const back = await person.browser.go(new URL(leave, page.url));
  expect(back.url.pathname).toBe('/callback');
  expect(back.url.searchParams.get('error')).toBe('access_denied');
  expect(await proofs()).toEqual([]);
});

describe('a lost mailbox', () => {
  const LOST = serverText('ja', 'I cannot open this mailbox any more');

  // @proves 12.96
  test('is a reason to change the address, and the other ways stand in', async () => {
    expect((await askFor('give_passport')).page.html).not.toContain(LOST);
    const { page } = await askFor('change_email');
    expect(page.html).toContain(LOST);
    expect(page.html).toContain(
      serverText(
        'ja',
        'Please ask your e-mail provider to help you back into the mailbox. Until then, please stay signed in on this device.',
      ),
    );
    await inTransaction(server.db, (db) => makeRecoveryCodes({ ...server.context, db }, memberId));
    const { page: next } = await askFor('change_email');
    expect(next.html).toContain(serverText('ja', 'Use a recovery code'));
  });

  // @proves 12.98
  test('a member without any way is told what to do first', async () => {
    await change({ emailVerified: false });
    const messages = await messagesOf(server, async () => {
      const { page } = await askFor('give_passport');
      expect(page.html).toContain(`${PORTAL}/verify-user`);
    });
    expect(messages).toEqual([]);
  });
});
