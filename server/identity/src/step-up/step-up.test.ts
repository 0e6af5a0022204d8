import { stepUps } from '@portal/server-accounts/schema/codes';
import { makeRecoveryCodes } from '@portal/server-accounts/second-step/recovery-codes';
import { beginTotp, checkTotp, confirmTotp } from '@portal/server-accounts/second-step/totp';
import { members } from '@portal/server-members/schema/members';
import { inTransaction } from '@portal/server-platform/database/database';
import { codeIn, messagesOf, wrongFor } from '@portal/server-testing/account-client';
import { callApi, refusal } from '@portal/server-testing/api-call';
import { addPasskey } from '@portal/server-testing/idp/add-passkey';
import { passkeyOptionsOf } from '@portal/server-testing/idp/authenticator';
import { freshIdp, PORTAL } from '@portal/server-testing/idp/idp';
import { MEMBER } from '@portal/server-testing/idp/portal';
import {
  askForStepUp,
  isBack,
  type KeyedBrowser,
  signInWithKey,
} from '@portal/server-testing/idp/step-up';
import { serverText } from '@portal/server-testing/texts';
import type { Act } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';

const MINUTE_MS = 60_000;
const NOT_PROVEN = [403, 'user.step_up_required'];
const GIVE = 'パスポートをほかの方にゆずろうとしています。';

const server = freshIdp();
let memberId: string;
/** A browser that signed in long ago with a password. */
let person: KeyedBrowser;
beforeEach(async () => {
  ({ id: memberId } = await server.createMember(MEMBER));
  person = await signIn();
});

async function signIn() {
  const signedIn = await signInWithKey(server, server.clock.now());
  server.clock.advance(15 * MINUTE_MS);
  return signedIn;
}
const askFor = (act: string, how?: Parameters<typeof askForStepUp>[2]) =>
  askForStepUp(person, act, how);
const recorded = () => server.db.select().from(stepUps);
const change = (values: Partial<typeof members.$inferInsert>) =>
  server.db.update(members).set(values).where(eq(members.id, memberId));

/** Asks for a step-up, and reads the code that is mailed on arrival. */
async function askWithCode(act: Act = 'give_passport') {
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
  expect(await recorded()).toMatchObject([{ memberId, keyThumbprint: person.key.thumbprint }]);
  // The sign-in stays that of before: a new one could bind another key.
  expect((claims.auth_time as number) * 1000).toBeLessThan(
    server.clock.now().getTime() - 14 * MINUTE_MS,
  );
});

describe('takes', () => {
  // @proves 10.422 11.27 12.97
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
    expect(await recorded()).toHaveLength(1);
  });
});

/** Confirms an act by the code that is mailed; answers the access token with which the portal goes on. */
async function confirm(act: Act) {
  const { page, started, code } = await askWithCode(act);
  const back = await person.browser.submit(page, { code });
  return (await person.portal.exchange(back, started)).tokens.access_token;
}

/** A call to the API in the browser that signed in. */
function call(accessToken: string, method: string, path: string, body?: object) {
  const url = `${server.context.config.apiOrigin}${path}`;
  const dpop = person.key.prove({ method, url, accessToken, now: server.clock.now() });
  const headers = { authorization: `Bearer ${accessToken}`, dpop };
  return callApi(server, { method, path, body, headers });
}

// @proves 10.420 11.10 11.11 11.12
test('a step-up serves its act once, and no other', async () => {
  const accessToken = await confirm('make_recovery_codes');
  const make = () => call(accessToken, 'POST', '/me/recovery-codes');
  expect(refusal(await call(accessToken, 'POST', '/me/totp'))).toEqual(NOT_PROVEN);
  expect((await make()).status).toBe(200);
  expect(refusal(await make())).toEqual(NOT_PROVEN);
});

describe('a script in a page of the portal, with the access token and the key of the browser', () => {
  // @proves 10.427
  test('has no call that takes a passkey, a code of the app or a recovery code', async () => {
    const { started, page } = await askFor('give_passport');
    const leave = await person.browser.go(`${page.url.pathname}/leave`);
    expect(leave.url.searchParams.get('state')).toBe(started.state);
    const { tokens } = await person.portal.signIn();
    for (const path of ['passkey/options', 'passkey', 'totp', 'recovery-code']) {
      const answer = await call(tokens.access_token, 'POST', `/me/step-up/${path}`, {});
      expect([path, ...refusal(answer)]).toEqual([path, 404, 'request.not_found']);
    }
  });

  // @proves 10.427
  test('can have no passkey sign for the page, nor read or send it', async () => {
    const passkey = await addPasskey(server, memberId, server.issuer);
    const { page } = await askFor('give_passport');
    expect(page.response.headers.get('access-control-allow-origin')).toBeNull();
    const options = passkeyOptionsOf(page.html);
    const ofPortal = passkey.answer(options, { origin: PORTAL });
    const refused = await person.browser.submit(page, { credential: ofPortal });
    expect(refused.response.status).toBe(422);
    const right = { credential: passkey.answer(passkeyOptionsOf(refused.html)) };
    const foreign = await person.browser.submit(refused, right, { origin: PORTAL });
    expect(foreign.response.status).toBe(403);
    expect(await recorded()).toEqual([]);
  });
});

describe('another member in the same browser', () => {
  const OTHER = { email: 'jiro@example.com', password: 'ume-no-hana-2027' };
  let otherId: string;
  beforeEach(async () => {
    ({ id: otherId } = await server.createMember(OTHER));
  });

  // @proves 10.423 11.10
  test('confirms for themselves alone', async () => {
    const accessToken = await confirm('give_passport');
    await server.db.delete(stepUps);
    const { browser } = person;
    const other = await signInWithKey(server, server.clock.now(), { browser, member: OTHER });
    const mails = await messagesOf(server, async () => {
      const { page } = await askForStepUp(other, 'make_recovery_codes');
      expect(page.html).toContain('j***o@example.com');
    });
    const { page } = await askForStepUp(other, 'make_recovery_codes');
    expect(isBack(await browser.submit(page, { code: codeIn(mails) }))).toBe(true);
    expect(await recorded()).toMatchObject([
      { memberId: otherId, keyThumbprint: other.key.thumbprint },
    ]);
    const answer = await call(accessToken, 'POST', '/me/recovery-codes');
    expect(answer.status).toBeGreaterThanOrEqual(401);
  });

  // @proves 10.423
  test('cannot answer with a passkey of somebody else', async () => {
    await addPasskey(server, memberId, server.issuer);
    const theirs = await addPasskey(server, otherId, server.issuer);
    const { page } = await askFor('give_passport');
    const credential = theirs.answer(passkeyOptionsOf(page.html));
    expect((await person.browser.submit(page, { credential })).response.status).toBe(422);
    expect(await recorded()).toEqual([]);
  });

  // @proves 10.423
  test('finds the page of the one before closed', async () => {
    const { page, code } = await askWithCode();
    const { browser } = person;
    await signInWithKey(server, server.clock.now(), { browser, member: OTHER });
    const late = await browser.submit(page, { code });
    expect(isBack(late)).toBe(false);
    expect(await recorded()).toEqual([]);
  });
});

describe('the tries', () => {
  // @proves 10.41
  test('of the app are the session’s own, although strangers have used up theirs', async () => {
    const app = await addTotp();
    for (let tries = 0; tries < 6; tries += 1) {
      await checkTotp(server.context, memberId, wrongFor(app()));
    }
    expect(await checkTotp(server.context, memberId, app())).toBe('too_many');
    const { page } = await askFor('give_passport');
    expect(isBack(await person.browser.submit(page, { code: app() }))).toBe(true);
  });

  // @proves 12.97
  test('of recovery codes are ten in an hour and session', async () => {
    const made = await inTransaction(server.db, (db) =>
      makeRecoveryCodes({ ...server.context, db }, memberId),
    );
    const { page } = await askFor('give_passport');
    let form = await person.browser.go(`${page.url.pathname}?method=recovery_code`);
    for (let tries = 0; tries < 10; tries += 1) {
      form = await person.browser.submit(form, { code: '00000-00000' });
    }
    const [code = ''] = made;
    expect((await person.browser.submit(form, { code })).response.status).toBe(429);
    expect(await recorded()).toEqual([]);
  });
});

// @proves 10.424
test('a link on another site asks for no step-up, and sends no code', async () => {
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
  expect(await recorded()).toEqual([]);
});

// @proves 10.425
test('leads back without a step-up', async () => {
  const { page } = await askWithCode();
  const leave = /<a href="([^"]*leave[^"]*)"/.exec(page.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const back = await person.browser.go(new URL(leave, page.url));
  expect(back.url.pathname).toBe('/callback');
  expect(back.url.searchParams.get('error')).toBe('access_denied');
  expect(await recorded()).toEqual([]);
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
        'Ask your email provider to help you back into the mailbox. Until then, stay signed in on this device.',
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
