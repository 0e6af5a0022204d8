import { signText } from '@portal/delivery-model/log/sign';
import { makeKey } from '@portal/delivery-model/log/testing/keys';
import type { OverriddenPart } from '@portal/delivery-model/override/page-override';
import { OVERRIDE_MAX_SECONDS, signOverride } from '@portal/delivery-model/override/token';
import { makeRelease, makeShell } from '@portal/delivery-model/testing/release';
import { startTestServer, type TestServer } from '@portal/server-testing';
import { dataOf, openTestPageListener } from '@portal/server-testing/page/open-page-listener';
import {
  pageConfiguration,
  promotion,
  publish,
  testStore,
} from '@portal/server-testing/releases/page-setting';
import { addTeam, operatorOf, type TestTeam } from '@portal/server-testing/releases/teams';

const PORTAL = 'https://portal.example';
const { releases, remove } = testStore();
const [one, two] = [makeRelease('account', 'one'), makeRelease('account', 'two')];
const foreign = makeRelease('account', 'foreign', ['/account', '/my-page']);
const mypage = makeRelease('mypage', 'one', ['/my-page']);
const shell = makeShell('one', {
  rows: { '/': { files: [], guard: 'public', layout: 'empty' } },
  owns: ['/'],
});
const versionTwo: OverriddenPart = { part: 'account', version: two.document.version };
const LOCAL: OverriddenPart = { part: 'account', local: 'http://localhost:4310' };

let server: TestServer;
let operator: TestTeam;
let pages: TestTeam;
let listener: Awaited<ReturnType<typeof openTestPageListener>>;

async function start(allowsLocalOverride = false) {
  server = await startTestServer({
    config: { releases: { ...releases, allowsLocalOverride }, portalOrigin: PORTAL },
  });
  operator = operatorOf(server);
  pages = await addTeam(server, 'accounts', ['account'], ['/account']);
  for (const release of [shell, one, two, foreign, mypage]) await publish(operator, release);
  for (const release of [shell, one, mypage]) await operator.operate(promotion(release));
  const configuration = await operator.uploadConfiguration(pageConfiguration());
  await operator.operate({ type: 'configure', configuration });
  listener = await openTestPageListener(server);
}
afterEach(async () => {
  await listener.close();
  await server.close();
});
afterAll(remove);

const sign = (
  shown: OverriddenPart,
  changes: Partial<Parameters<typeof signOverride>[1]> = {},
): Promise<string> =>
  signOverride(shown, {
    team: 'accounts',
    key: pages.key,
    audience: PORTAL,
    environment: 'production',
    now: server.clock.now(),
    seconds: 7_200,
    ...changes,
  });
const begin = (token: string, origin = PORTAL) =>
  listener.get('/override', { origin }, 'POST', { token });
const cookieOf = (token: string) => ({ cookie: `portal_slice=0f; portal_override=${token}` });
const open = async (token: string, path = '/account') => listener.get(path, cookieOf(token));
const ENDED = 'portal_override=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure';

// @proves 7.239 7.240
test('shows one browser the published version, with a badge, and everybody else what is live', async () => {
  await start();
  const token = await sign(versionTwo);
  const begun = await begin(token);
  expect([begun.status, begun.headers.location]).toEqual([303, '/']);
  expect(begun.headers['set-cookie']).toEqual([
    `portal_override=${token}; Path=/; Max-Age=7200; HttpOnly; SameSite=Lax; Secure`,
  ]);
  const shown = await open(token);
  expect(shown.status).toBe(200);
  expect(shown.headers['cache-control']).toBe('private, no-store');
  expect(dataOf(shown)).toMatchObject({
    override: true,
    remotes: {
      account: { version: two.document.version },
      mypage: { version: mypage.document.version },
    },
  });
  expect(shown.body).toContain(`<strong>${two.document.version}</strong>`);
  expect(shown.headers['content-security-policy']).not.toContain('localhost');
  const latest = JSON.parse((await open(token, '/latest.json')).body);
  expect(latest.parts.account).toBe(two.document.version);
  const other = await listener.get('/account', { cookie: 'portal_slice=0f' });
  expect(dataOf(other)?.remotes.account?.version).toBe(one.document.version);
  expect(other.body).not.toContain('portal-override');

  const ended = await listener.get('/override', { origin: PORTAL, ...cookieOf(token) }, 'POST', {
    end: '1',
  });
  expect([ended.status, ended.headers['set-cookie']]).toEqual([303, [ENDED]]);
});

/** What is refused, why, and how it is made. */
const REFUSED: readonly (readonly [code: string, make: () => Promise<string>, words: RegExp])[] = [
  ['no token', async () => 'a.b.c', /cannot be read/],
  [
    'a forged signature',
    () => sign(versionTwo, { key: { ...makeKey().privateKey, kid: 'key of accounts' } }),
    /signature .* does not hold/,
  ],
  ['an unknown key', () => sign(versionTwo, { key: makeKey().privateKey }), /belongs to no team/],
  [
    "another team's part",
    () => sign({ part: 'mypage', version: mypage.document.version }),
    /does not belong to the team/,
  ],
  [
    "another team's segment",
    () => sign({ part: 'account', version: foreign.document.version }),
    /routes below \/my-page/,
  ],
  [
    'a version that is not published',
    () => sign({ part: 'account', version: '1.0.0+000000000000' }),
    /not published/,
  ],
  [
    'another environment',
    () => sign(versionTwo, { environment: 'staging' }),
    /another environment/,
  ],
  [
    'another portal',
    () => sign(versionTwo, { audience: 'https://other.example' }),
    /another portal/,
  ],
  [
    'an expired one',
    () => sign(versionTwo, { now: new Date(server.clock.now().getTime() - 7_200_000) }),
    /has expired/,
  ],
  [
    'one of the future',
    () => sign(versionTwo, { now: new Date(server.clock.now().getTime() + 60_000) }),
    /in the future/,
  ],
  [
    'one for too long',
    () => sign(versionTwo, { seconds: OVERRIDE_MAX_SECONDS + 1 }),
    /more than 8 hours/,
  ],
  ['a local address', () => sign(LOCAL), /shows no local builds/],
  [
    'a request of the log',
    () => signText(JSON.stringify({ iss: 'accounts' }), pages.key, 'portal-release-request'),
    /cannot be read/,
  ],
];

// @proves 7.241
test('refuses in words what the team may not show, and shows what is live', async () => {
  await start();
  for (const [says, make, words] of REFUSED) {
    const token = await make();
    const begun = await begin(token);
    expect([says, begun.status, begun.headers['set-cookie']]).toEqual([says, 403, undefined]);
    expect(begun.body).toMatch(words);
    expect(begun.headers['content-type']).toBe('text/plain; charset=utf-8');
    const shown = await open(token);
    expect([says, dataOf(shown)?.remotes.account?.version]).toEqual([says, one.document.version]);
    expect(shown.headers['set-cookie']).toEqual([ENDED]);
    expect(shown.headers['cache-control']).toBe('private, no-store');
  }
});

// @proves 7.241
test('takes the form only from a page of the portal, and no large one', async () => {
  await start();
  const token = await sign(versionTwo);
  for (const headers of [{}, { origin: 'https://evil.example' }, { origin: 'null' }]) {
    const answer = await listener.get('/override', headers as Record<string, string>, 'POST', {
      token,
    });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
  }
  expect((await begin(`${token}${'a'.repeat(3_000)}`)).status).toBe(403);
});
