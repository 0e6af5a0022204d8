import { pushSubscriptions } from '@portal/server-notifications/schema/push-subscriptions';
import { makeBrowserKey, type TestBrowserKey } from '@portal/server-testing/browser-key';
import { createBrowser } from '@portal/server-testing/idp/browser';
import { sharedIdp } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';

const server = sharedIdp();
beforeAll(async () => {
  await server.createMember(MEMBER);
});

type Portal = Awaited<ReturnType<typeof createPortal>>;

const browserProofOf = (key: TestBrowserKey, more: object = {}) => ({
  dpop_proof: key.prove({
    method: 'POST',
    url: `${server.issuer}/oauth/token`,
    now: server.clock.now(),
    ...more,
  }),
});

/** Signs in, or comes back at once where the browser is signed in, and exchanges the code. */
async function exchange(portal: Portal, parameters: Record<string, string>, extra = {}) {
  const started = await portal.authorization(extra);
  const page = await portal.browser.go(started.url);
  const back = page.html ? await portal.browser.submit(page, MEMBER) : page;
  return portal.exchange(back, started, parameters);
}

/** The thumbprint to which the session of an access token is bound. */
async function boundTo({ tokens }: Awaited<ReturnType<typeof exchange>>) {
  return (await server.idp.findAccessToken(tokens.access_token))?.keyThumbprint;
}

const newPortal = () => createPortal(server, createBrowser(server.issuer));

// @proves 11.25 11.29
test('the exchange of a code binds the session to the key, once for each sign-in', async () => {
  const portal = await newPortal();
  const first = makeBrowserKey();
  const signedIn = await exchange(portal, browserProofOf(first));
  expect(await boundTo(signedIn)).toBe(first.thumbprint);

  // Whoever takes over the open browser has a key of their own, and may not make it the session's.
  server.clock.advance(5000);
  const second = makeBrowserKey();
  const taken = await exchange(portal, browserProofOf(second));
  expect(await boundTo(taken)).toBe(first.thumbprint);

  const again = await exchange(portal, browserProofOf(second), { prompt: 'login' });
  expect(await boundTo(again)).toBe(second.thumbprint);
});

// @proves 15.36
test('a sign-in ends the push messages to the same browser for other members alone', async () => {
  const key = makeBrowserKey();
  const other = await server.createMember({ email: 'used-it-before@example.com' });
  const known = await exchange(await newPortal(), browserProofOf(key));
  const me = (await server.idp.findAccessToken(known.tokens.access_token))?.memberId ?? '';
  const values = (memberId: string, keyThumbprint: string) => ({
    memberId,
    endpoint: `https://push.example/${memberId}/${keyThumbprint}`,
    p256dh: '',
    auth: '',
    vapidKey: '',
    sessionUid: 'an earlier one',
    keyThumbprint,
    createdAt: server.clock.now(),
  });
  const elsewhere = [other.id, 'another browser'] as const;
  await server.db
    .insert(pushSubscriptions)
    .values([values(other.id, key.thumbprint), values(...elsewhere), values(me, key.thumbprint)]);
  await exchange(await newPortal(), browserProofOf(key));
  const left = await server.db.select().from(pushSubscriptions);
  expect(left.map(({ memberId, keyThumbprint }) => [memberId, keyThumbprint])).toEqual([
    elsewhere,
    [me, key.thumbprint],
  ]);
});

test('a session without a key is bound by the next exchange', async () => {
  const portal = await newPortal();
  const signedIn = await exchange(portal, {});
  expect(await boundTo(signedIn)).toBeNull();
  const key = makeBrowserKey();
  expect(await boundTo(await exchange(portal, browserProofOf(key)))).toBe(key.thumbprint);
});

// @proves 11.25
test('a renewal binds no key', async () => {
  const portal = await newPortal();
  const { tokens } = await exchange(portal, {});
  const renewed = await portal.renew(tokens.refresh_token ?? '');
  const { access_token } = JSON.parse(renewed.body) as { access_token: string };
  expect((await server.idp.findAccessToken(access_token))?.keyThumbprint).toBeNull();
});

const WRONG_BROWSER_PROOFS: [string, (key: TestBrowserKey) => Record<string, string>][] = [
  ['is none', () => ({ dpop_proof: 'x' })],
  [
    'is for another address',
    (key) => browserProofOf(key, { url: 'http://evil.example/oauth/token' }),
  ],
  ['is for another method', (key) => browserProofOf(key, { method: 'GET' })],
];
// @proves 11.25
test.each(WRONG_BROWSER_PROOFS)('a proof that %s is refused', async (_what, parameters) => {
  const refused = exchange(await newPortal(), parameters(makeBrowserKey()));
  await expect(refused).rejects.toMatchObject({ error: 'invalid_dpop_proof' });
});

// @proves 11.26
test('an access token tells when and how the member signed in', async () => {
  const { tokens } = await exchange(await newPortal(), browserProofOf(makeBrowserKey()));
  const holder = await server.idp.findAccessToken(tokens.access_token);
  expect(holder?.amr).toEqual(['pwd']);
  const seconds = Math.floor(server.clock.now().getTime() / 1000);
  expect(holder?.signedInAt).toEqual(new Date(seconds * 1000));
});
