import { makeBrowserKey, type TestBrowserKey } from '@portal/server-testing/browser-key';
import { createBrowser } from '@portal/server-testing/idp/browser';
import { sharedIdp } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER, refreshTokenOf } from '@portal/server-testing/idp/portal';

/** A proof whose header names another key than the one that has signed it. */
function withKeyOf({ jwk }: TestBrowserKey, proof: string): string {
  const header = JSON.stringify({ typ: 'dpop+jwt', alg: 'ES256', jwk });
  return [Buffer.from(header).toString('base64url'), ...proof.split('.').slice(1)].join('.');
}

const HOUR_MS = 60 * 60 * 1000;

const server = sharedIdp();
let key: TestBrowserKey;
beforeAll(async () => {
  await server.createMember(MEMBER);
});
beforeEach(() => {
  key = makeBrowserKey();
});

const browserProofOf = (by: TestBrowserKey, refreshToken?: string, more: object = {}) => ({
  dpop_proof: by.prove({
    method: 'POST',
    url: `${server.issuer}/oauth/token`,
    accessToken: refreshToken,
    now: server.clock.now(),
    ...more,
  }),
});
const PROVES = { dpop_renewals: '1' };

/** Signs in, with what the page adds to the exchange of the code. */
async function signIn(parameters: Record<string, string>) {
  const portal = await createPortal(server, createBrowser(server.issuer));
  const started = await portal.authorization();
  const back = await portal.browser.submit(await portal.browser.go(started.url), MEMBER);
  const { tokens } = await portal.exchange(back, started, parameters);
  const renew = (token: string, more: Record<string, string> = {}) =>
    portal.renew(token, undefined, undefined, more);
  return { token: tokens.refresh_token ?? '', renew };
}
const signInBound = () => signIn({ ...browserProofOf(key), ...PROVES });

const REFUSED: [string, (token: string) => Record<string, string>, string][] = [
  ['no proof', () => ({}), 'invalid_grant'],
  ['the proof of another key', (token) => browserProofOf(makeBrowserKey(), token), 'invalid_grant'],
  ['a proof that names no token', () => browserProofOf(key), 'invalid_dpop_proof'],
  ['a proof for another token', () => browserProofOf(key, 'another'), 'invalid_dpop_proof'],
  [
    'a proof for another address',
    (token) => browserProofOf(key, token, { url: 'https://evil.example/oauth/token' }),
    'invalid_dpop_proof',
  ],
  [
    'a proof with half its signature',
    (token) => ({ dpop_proof: browserProofOf(key, token).dpop_proof.slice(0, -40) }),
    'invalid_dpop_proof',
  ],
  [
    'a proof that another key has signed',
    (token) => ({
      dpop_proof: withKeyOf(key, browserProofOf(makeBrowserKey(), token).dpop_proof),
    }),
    'invalid_dpop_proof',
  ],
  ['no JWT', () => ({ dpop_proof: 'x' }), 'invalid_dpop_proof'],
];
// @proves 10.510
test.each(REFUSED)('renews nothing with %s', async (_what, parameters, error) => {
  const { token, renew } = await signInBound();
  const refused = await renew(token, parameters(token));
  expect(refused.status).toBe(400);
  expect(JSON.parse(refused.body)).toMatchObject({ error });
  // The owner's own renewal goes on, and the token after it is bound as well.
  const renewed = await renew(token, browserProofOf(key, token));
  expect(renewed.status).toBe(200);
  const next = refreshTokenOf(renewed);
  await expect(renew(next, parameters(next))).resolves.toMatchObject({ status: 400 });
  await expect(renew(next, browserProofOf(key, next))).resolves.toMatchObject({ status: 200 });
});

// @proves 10.510
test('repeats its answer for ten seconds to the same key alone', async () => {
  const { token, renew } = await signInBound();
  const first = await renew(token, browserProofOf(key, token));
  await expect(renew(token)).resolves.toMatchObject({ status: 400 });
  await expect(renew(token, browserProofOf(makeBrowserKey(), token))).resolves.toMatchObject({
    status: 400,
  });
  await expect(renew(token, browserProofOf(key, token))).resolves.toEqual(first);
});

// @proves 10.510
test('ends nothing when a thief without the key shows it after it was used', async () => {
  const { token, renew } = await signInBound();
  const next = refreshTokenOf(await renew(token, browserProofOf(key, token)));
  server.clock.advance(HOUR_MS);
  await expect(renew(token)).resolves.toMatchObject({ status: 400 });
  await expect(renew(next, browserProofOf(key, next))).resolves.toMatchObject({ status: 200 });
});

test('renews for a device whose clock has gone wrong since the sign-in', async () => {
  const { token, renew } = await signInBound();
  const proof = browserProofOf(key, token, { now: new Date(0) });
  await expect(renew(token, proof)).resolves.toMatchObject({ status: 200 });
});

// @proves 10.511
test('a session from before renews without a proof, until its browser proves a renewal', async () => {
  const { token, renew } = await signIn(browserProofOf(key));
  const second = refreshTokenOf(await renew(token));
  const proven = await renew(second, browserProofOf(key, second));
  expect(proven.status).toBe(200);
  const third = refreshTokenOf(proven);
  await expect(renew(third)).resolves.toMatchObject({ status: 400 });
  await expect(renew(third, browserProofOf(key, third))).resolves.toMatchObject({ status: 200 });
});

// @proves 10.511
test('a session without a key, or with another, is bound by no renewal', async () => {
  for (const parameters of [{}, browserProofOf(makeBrowserKey())]) {
    const { token, renew } = await signIn(parameters);
    const renewed = await renew(token, browserProofOf(key, token));
    expect(renewed.status).toBe(200);
    await expect(renew(refreshTokenOf(renewed))).resolves.toMatchObject({ status: 200 });
  }
});
