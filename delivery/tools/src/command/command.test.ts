import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileKey } from '@portal/delivery-model/document';
import { verifyOverride } from '@portal/delivery-model/override/token';
import { EMPTY_STATE } from '@portal/delivery-model/state';
import { openStore } from '@portal/delivery-model/store/open-store';
import { makeRelease, makeShell } from '@portal/delivery-model/testing/release';
import { freePort } from '@portal/server-testing/free-ports';
import { releaseKeysOf } from '@portal/server-testing/releases/teams';
import { writeBuild } from './testing/built-release.ts';
import { commandIn, type Ran } from './testing/run-command.ts';
import { startTestPortal, type TestPortal } from './testing/test-portal.ts';

const ROOT = mkdtempSync(path.join(tmpdir(), 'portal-command-'));
const STORE = { kind: 'folder', folder: path.join(ROOT, 'store') } as const;
const folderOf = (name: string) => {
  const folder = path.join(ROOT, name);
  mkdirSync(folder, { recursive: true });
  return folder;
};
const releasesOf = (name: string) => path.join(folderOf(name), '.releases');

let portal: TestPortal;
let operator: ReturnType<typeof commandIn>;
/** A clone that has nothing but the team's key. */
let pages: ReturnType<typeof commandIn>;
let accounts: ReturnType<typeof commandIn>;

const settings = (team: string) => ({
  PORTAL_URL: portal.url,
  PORTAL_TEAM: team,
  PORTAL_KEY: `${team}.key.json`,
});

/** Makes a key in the team's folder, as the team does, and returns the public key's file. */
async function makeTeamKey(team: string): Promise<string> {
  const { out } = await commandIn(folderOf(team))('keys', 'make', team);
  const file = path.join(folderOf(team), 'public.json');
  writeFileSync(file, out);
  return file;
}

beforeAll(async () => {
  portal = await startTestPortal(STORE.folder);
  const { operator: key } = releaseKeysOf(portal.server);
  writeFileSync(path.join(folderOf('operator'), 'operator.key.json'), JSON.stringify(key), {
    mode: 0o600,
  });
  operator = commandIn(folderOf('operator'), settings('operator'));
  pages = commandIn(folderOf('pages'), settings('pages'));
  accounts = commandIn(folderOf('accounts'), settings('accounts'));
  for (const [team, part, segment] of [
    ['pages', 'mypage', '/my-page'],
    ['accounts', 'account', '/account'],
  ] as const) {
    const file = await makeTeamKey(team);
    const options = ['--public-key', file, '--part', part, '--segment', segment];
    expect(await operator('team', 'set', team, ...options)).toMatchObject({ code: 0 });
  }
  const shell = await writeBuild(releasesOf('operator'), makeShell('first'));
  expect(await operator('publish', 'shell')).toMatchObject({ code: 0 });
  expect(await operator('promote', 'shell', shell)).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await portal.close();
  rmSync(ROOT, { recursive: true, force: true });
});

const build = (content: string, owns = ['/my-page'], team = 'pages', part = 'mypage') =>
  writeBuild(releasesOf(team), makeRelease(part, content, owns));

const json = ({ out }: Ran) => JSON.parse(out);
/** The code of the first refusal, which must have reason and remedy. */
function refusalOf(ran: Ran): [exitCode: number, code: string] {
  const { ok, exitCode, refusals } = json(ran);
  expect(ok).toBe(false);
  expect(exitCode).toBe(ran.code);
  expect(refusals[0]).toEqual({
    code: expect.any(String),
    reason: expect.stringMatching(/\S.*\.$/),
    remedy: expect.stringMatching(/\S/),
  });
  return [ran.code, refusals[0].code];
}

// @proves 7.151 7.152
test('a second clone publishes and promotes its part with only the key of its team', async () => {
  const first = await build('first');
  const published = await pages('publish', 'mypage');
  expect(published).toEqual({
    code: 0,
    out: expect.stringMatching(/^Published mypage 1\.0\.0\+\w{12} \(\d+ files uploaded, .+\)\.\n$/),
    err: `To make it live: portal promote mypage ${first}\n`,
  });
  expect(await pages('promote', 'mypage', first)).toMatchObject({
    code: 0,
    out: expect.stringContaining(`mypage is now ${first} since `),
  });

  // What did not change is not uploaded again, with its compressed forms.
  const second = await build('second');
  portal.calls.length = 0;
  const uploads = json(await pages('publish', 'mypage', '--json'));
  expect(uploads).toMatchObject({ ok: true, part: 'mypage', version: second });
  const puts = portal.calls.filter((call) => call.startsWith('PUT /releases/files/'));
  expect(uploads.uploaded.files).toBe(puts.length);
  expect(puts.some((call) => call.includes('/same.'))).toBe(false);
  expect(puts.filter((call) => call.includes('/main.'))).toHaveLength(4);
  expect(json(await pages('publish', 'mypage', '--json')).uploaded).toEqual({ files: 0, bytes: 0 });

  const late = await pages('promote', 'mypage', second, '--expect', 'none', '--json');
  expect(refusalOf(late)).toEqual([1, 'not-expected']);
  const share = ['--share', '26', '--expect', first];
  const canary = json(await pages('promote', 'mypage', second, ...share, '--json'));
  expect(canary).toMatchObject({
    entry: { by: { team: 'pages' }, operation: { type: 'promote', version: second, share: 26 } },
    live: { stable: first, canary: { version: second, share: 26 }, previous: null },
  });
  expect((await pages('status')).out).toContain(`canary ${second} for 26 of 256 (10.2 %)`);
  const all = json(await pages('promote', 'mypage', second, '--json'));
  expect(all.live).toMatchObject({ stable: second, canary: null, previous: first, killed: null });

  const stored = openStore(STORE);
  for (const call of puts) {
    const file = decodeURIComponent(call.split('/').at(-1) ?? '');
    expect(await stored.get(fileKey('mypage', file))).toBeDefined();
  }
});

// @proves 7.705
test('a canary that grows by itself is started with its steps, and status says the next', async () => {
  const first = json(await pages('status', '--json')).parts.mypage.stable;
  const version = await build('growing');
  await pages('publish', 'mypage');
  const steps = ['--steps', '5,25,50,100', '--every', '2h'];
  const began = json(await pages('promote', 'mypage', version, ...steps, '--json'));
  expect(began.entry.operation).toEqual({
    type: 'promote',
    part: 'mypage',
    version,
    share: 13,
    growth: { shares: [64, 128, 256], minutes: 120 },
  });
  const { growth } = began.live.canary;
  expect(growth).toEqual({
    under: began.entry.seq,
    shares: [64, 128, 256],
    minutes: 120,
    since: began.entry.at,
  });
  const { out } = await pages('status');
  expect(out).toContain(
    'for 13 of 256 (5.1 %), then 64 of 256 (25.0 %), 128 of 256 (50.0 %), everybody, the next not before 2',
  );
  expect((await pages('history', '--limit', '1')).out).toContain(
    `promote mypage ${version}, canary for 13 of 256 (5.1 %), then 64 of 256 (25.0 %), 128 of 256 (50.0 %), everybody, each after 120 minutes`,
  );
  expect(json(await pages('rollback', 'mypage', '--json')).live).toMatchObject({
    stable: first,
    canary: null,
  });
});

// @proves 7.160
test('the operator promotes several parts in one step', async () => {
  const seq = async () => json(await operator('status', '--json')).seq;
  const shell = await writeBuild(releasesOf('operator'), makeShell('together'));
  const version = await build('together');
  await operator('publish', 'shell');
  await pages('publish', 'mypage');
  const before = await seq();
  const pairs = ['shell', shell, 'mypage', version];
  expect(refusalOf(await pages('promote', ...pairs, '--json'))).toEqual([1, 'operator-only']);
  const alone = await operator('promote', ...pairs, '--share', '9', '--json');
  expect(refusalOf(alone)).toEqual([2, 'usage']);
  const expecting = await operator('promote', ...pairs, '--expect', version, '--json');
  expect(refusalOf(expecting)).toEqual([2, 'usage']);
  const odd = await operator('promote', ...pairs.slice(0, 3), '--json');
  expect(refusalOf(odd)).toEqual([2, 'usage']);
  const twice = await operator('promote', 'shell', shell, 'shell', shell, '--json');
  expect(refusalOf(twice)).toEqual([2, 'usage']);
  expect(json(await operator('promote', ...pairs, '--json'))).toMatchObject({
    entry: { seq: before + 1, operation: { type: 'promoteTogether' } },
    live: { shell: { stable: shell, previous: null }, mypage: { stable: version, previous: null } },
  });
  expect((await operator('history', '--limit', '1')).out).toContain(
    `promote together shell ${shell}, mypage ${version}`,
  );
  // For the tests that follow: a release to return to.
  const next = await build('after');
  await pages('publish', 'mypage');
  expect((await pages('promote', 'mypage', next)).code).toBe(0);
});

// @proves 7.152
test('a part is rolled back, switched off with a reason, and switched on again', async () => {
  const status = async () => json(await pages('status', '--json')).parts.mypage;
  const before = await status();
  expect(json(await pages('rollback', 'mypage', '--json')).live.stable).toBe(before.previous);
  expect(refusalOf(await pages('rollback', 'mypage', '--json'))).toEqual([1, 'no-previous']);

  expect(refusalOf(await pages('kill', 'mypage', '--json'))).toEqual([2, 'usage']);
  expect(
    await pages('kill', 'mypage', '--reason', 'It shows other people’s passes.'),
  ).toMatchObject({
    code: 0,
    out: expect.stringContaining('mypage is now switched off since '),
  });
  expect((await status()).killed.reason).toBe('It shows other people’s passes.');
  expect((await pages('revive', 'mypage')).code).toBe(0);
  expect((await status()).killed).toBeNull();
  expect(await pages('revive', 'mypage')).toEqual({
    code: 1,
    out: '',
    err: 'mypage is not switched off. (not-killed)\n  There is nothing to do.\n',
  });
});

// @proves 7.153
test("another team's key, part and routes are refused in words", async () => {
  const impostor = commandIn(folderOf('pages'), {
    ...settings('accounts'),
    PORTAL_KEY: 'pages.key.json',
  });
  expect(refusalOf(await impostor('status', '--json'))).toEqual([1, 'unknown-key']);

  await build('of others', ['/account'], 'pages', 'account');
  expect(refusalOf(await pages('publish', 'account', '--json'))).toEqual([1, 'not-your-part']);
  expect((await pages('kill', 'account', '--reason', 'x')).err).toBe(
    'The part account does not belong to the team pages. (not-your-part)\n' +
      '  Change only your own parts: mypage.\n',
  );

  const greedy = await build('greedy', ['/my-page', '/account']);
  expect((await pages('publish', 'mypage')).code).toBe(0);
  expect(await pages('promote', 'mypage', greedy)).toEqual({
    code: 1,
    out: '',
    err:
      'The release has routes below /account, which the team pages does not own. (not-your-segment)\n' +
      '  Take these routes out of the release, or ask the operator for the segment.\n',
  });
  const anyTeam = ['team', 'remove', 'accounts', '--json'];
  expect(refusalOf(await pages(...anyTeam))).toEqual([1, 'operator-only']);
});

// @proves 7.154
test('of two operators at once nobody loses a change, and who comes second is told', async () => {
  const [blue, red] = [await makeTeamKey('blue'), await makeTeamKey('red')];
  const set = (team: string, file: string) =>
    operator('team', 'set', team, '--public-key', file, '--part', team, '--json');
  const changes = await Promise.all([set('blue', blue), set('red', red), set('blue', blue)]);
  expect(changes.map(({ code }) => code).sort()).toEqual([0, 0, 1]);
  const second = changes.find(({ code }) => code === 1) as Ran;
  expect(refusalOf(second)).toEqual([1, 'nothing-changes']);
  const { teams } = json(await operator('status', '--json'));
  expect(teams).toMatchObject({ blue: { parts: ['blue'] }, red: { parts: ['red'] } });

  const removed = await Promise.all([
    operator('team', 'remove', 'blue', '--json'),
    operator('team', 'remove', 'blue', '--json'),
  ]);
  expect(removed.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect((await operator('verify')).code).toBe(0);
});

// @proves 7.653 7.654
test('a second key approves what the policy does not let one key promote', async () => {
  const set = await operator('policy', 'set', '--part', 'mypage', '--approver', '--json');
  expect(json(set)).toMatchObject({ policy: { mypage: { approver: true } } });
  const version = await build('to be approved');
  expect((await pages('publish', 'mypage')).code).toBe(0);
  expect(refusalOf(await pages('promote', 'mypage', version, '--json'))).toEqual([
    1,
    'approver-needed',
  ]);
  const file = path.join(folderOf('pages'), 'second.jws');
  writeFileSync(file, (await operator('approve', 'mypage', version)).out);
  const promoted = json(await pages('promote', 'mypage', version, '--approval', file, '--json'));
  expect(promoted.entry.approvals).toMatchObject([{ team: 'operator', part: 'mypage', version }]);
  const lost = await pages('promote', 'mypage', version, '--approval', 'lost.jws');
  expect(lost).toMatchObject({ code: 2, err: expect.stringContaining('lost.jws cannot be read.') });
  const free = await operator('policy', 'set', '--part', 'mypage');
  expect(free.out).toContain('demand of mypage: nothing');
});

// @proves 7.155
test('the history lists who did what, and the whole of it is checked', async () => {
  const { entries } = json(await accounts('history', '--limit', '2', '--json'));
  expect(entries).toHaveLength(2);
  expect(entries[0].seq).toBe(entries[1].seq + 1);
  const lines = (await accounts('history')).out.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^ +\d+ {2}\d{4}-\d\d-\d\dT[\d:]{8}Z {2}\w+ +\S/);
  expect(lines.at(-1)).toMatch(/operator +set team pages: mypage, \/my-page$/);

  const verified = json(await accounts('verify', '--json'));
  expect(verified).toEqual({
    ok: true,
    environment: 'production',
    entries: entries[0].seq,
    lastHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    keys: [expect.any(String)],
  });
  const served = json(await accounts('verify', '--files', '--json'));
  expect(served).toMatchObject({ ok: true, files: expect.any(Number) });
  expect(served.files).toBeGreaterThan(0);

  // With keys that were kept, not those that the portal names.
  const kept = path.join(folderOf('accounts'), 'portal-keys.json');
  writeFileSync(kept, JSON.stringify({ keys: releaseKeysOf(portal.server).verifying }));
  expect((await accounts('verify', '--portal-keys', kept)).code).toBe(0);
  const others = await makeTeamKey('others');
  const doubted = await accounts('verify', '--portal-keys', others, '--json');
  expect(refusalOf(doubted)).toEqual([1, 'history-broken']);
});

test('a history of several pages is checked to its first entry', async () => {
  // One answer has 100 entries.
  for (let n = 0; n < 110; n += 1) {
    const change = n % 2 === 0 ? ['kill', 'mypage', '--reason', `${n}`] : ['revive', 'mypage'];
    expect((await pages(...change)).code).toBe(0);
  }
  const { entries } = json(await pages('verify', '--json'));
  expect(entries).toBeGreaterThan(110);
  const listed = json(await pages('history', '--limit', '1000', '--json')).entries;
  expect(listed.map(({ seq }: { seq: number }) => seq)).toEqual(
    Array.from({ length: entries }, (_, n) => entries - n),
  );
  expect(json(await pages('history', '--limit', '105', '--json')).entries).toHaveLength(105);
});

// @proves 7.745
test('the operator puts the cards of a slot in order and switches some off, and teams may not', async () => {
  const set = await operator('slot', 'set', 'home.cards', '--off', 'mypage', '--json');
  expect(json(set)).toMatchObject({ slots: { 'home.cards': { first: [], off: ['mypage'] } } });
  expect(refusalOf(await pages('slot', 'set', 'home.cards', '--json'))).toEqual([
    1,
    'operator-only',
  ]);
  const wrong = await operator('slot', 'set', 'home.corner');
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('home.tasks, home.cards') });
  const shown = await operator('slot', 'set', 'home.cards', '--first', 'mypage');
  expect(shown.out).toContain('show in home.cards first: mypage; not: nothing');
  expect(json(await operator('verify', '--json'))).toMatchObject({ ok: true });
});

// @proves 7.156
test('a portal that is down, or no portal at all, is said with exit code 3', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const nobody = { ...settings('pages'), PORTAL_URL: url };
  const down = await commandIn(folderOf('pages'), nobody)('status');
  expect(down).toEqual({
    code: 3,
    out: '',
    err:
      `No portal answers at ${url} (ECONNREFUSED). (unreachable)\n` +
      '  Check PORTAL_URL and the network. Then see with `portal status` whether anything has changed, and try again.\n',
  });
  const publish = await commandIn(folderOf('pages'), nobody)('publish', 'mypage', '--json');
  expect(refusalOf(publish)).toEqual([3, 'unreachable']);
});

// @proves 7.156
test.each([
  [200, 'no-portal'],
  [404, 'no-portal'],
  [502, 'unavailable'],
])('an answer %d that is no answer of a portal is said so', async (answered, code) => {
  const other = createServer((_, response) => response.writeHead(answered).end('<html>'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const env = { ...settings('pages'), PORTAL_URL: `http://127.0.0.1:${port}` };
  expect(refusalOf(await commandIn(folderOf('pages'), env)('status', '--json'))).toEqual([3, code]);
  other.closeAllConnections();
  other.close();
});

// @proves 7.157
test('a key is a new file of its owner alone, and no key or signature is printed', async () => {
  const folder = folderOf('keys');
  const run = commandIn(folder, { ...settings('pages') });
  const made = await run('keys', 'make', 'green');
  const file = path.join(folder, 'green.key.json');
  const key = JSON.parse(readFileSync(file, 'utf8'));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { d, ...publicKey } = key;
  expect(JSON.parse(made.out)).toEqual(publicKey);
  expect(made.err).toContain('Give the line above, the public key, to the operator.');
  expect(made.out + made.err).not.toContain(d);
  expect(refusalOf(await run('keys', 'make', 'green', '--json'))).toEqual([1, 'key-file-exists']);

  const secret = JSON.parse(readFileSync(path.join(folderOf('pages'), 'pages.key.json'), 'utf8')).d;
  for (const command of [['status'], ['history'], ['verify']]) {
    for (const format of [[], ['--json']]) {
      const { out, err } = await pages(...command, ...format);
      expect(out + err).not.toContain(secret);
      // Entries are signed texts of three parts, the first of which begins like this.
      expect(out + err).not.toContain('eyJ');
    }
  }
});

// @proves 7.157
test('a key that others may read is refused, and so is one that is none', async () => {
  const folder = folderOf('pages');
  const file = path.join(folder, 'pages.key.json');
  for (const mode of [0o640, 0o604, 0o620]) {
    chmodSync(file, mode);
    const refused = await pages('status', '--json');
    expect(refusalOf(refused)).toEqual([1, 'key-readable-by-others']);
    expect(refused.out).toContain('chmod 600');
  }
  chmodSync(file, 0o600);
  const withKey = (name: string) => pages('status', '--json', '--key', name);
  expect(refusalOf(await withKey('nowhere.json'))).toEqual([1, 'unreadable']);
  chmodSync(path.join(folder, 'public.json'), 0o600);
  expect(refusalOf(await withKey('public.json'))).toEqual([1, 'no-private-key']);
  expect(refusalOf(await withKey('.'))).toEqual([1, expect.stringMatching(/^(unreadable|key-)/)]);
  const given = await operator('team', 'set', 'pages', '--public-key', file, '--json');
  expect(refusalOf(given)).toEqual([1, 'private-key-given']);
});

// @proves 7.707
test('during a freeze nothing is promoted but by the operator with a reason', async () => {
  const day = (days: number) =>
    `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16)}Z`;
  const to = day(1);
  const freezes = [
    '--freeze',
    `${day(-1)}/${to} The hotels are full.`,
    '--freeze',
    `${day(8)}/${day(9)} x`,
  ];
  const set = await operator('policy', 'set', ...freezes);
  expect(set.out).toContain(`no release from ${day(-1)} to ${to} (The hotels are full.)`);
  const version = await build('frozen');
  await pages('publish', 'mypage');
  const frozen = await pages('promote', 'mypage', version, '--json');
  expect(refusalOf(frozen)).toEqual([1, 'frozen']);
  expect(frozen.err).toContain(`Releases of mypage are frozen until ${to}: The hotels are full.`);
  const reason = ['--despite-freeze', 'The prices are wrong.'];
  expect(refusalOf(await pages('promote', 'mypage', version, ...reason, '--json'))).toEqual([
    1,
    'operator-only',
  ]);
  expect((await pages('status')).out).toContain(`mypage: frozen until ${to}: The hotels are full.`);
  const status = json(await pages('status', '--json'));
  expect(status.parts.mypage.freeze).toMatchObject({ to });
  const done = json(await operator('promote', 'mypage', version, ...reason, '--json'));
  expect(done.live.stable).toBe(version);
  expect((await pages('history', '--limit', '1')).out).toContain(
    `promote mypage ${version}, despite the freeze: The prices are wrong.`,
  );
  expect((await pages('rollback', 'mypage')).code).toBe(0);
  await operator('policy', 'set');
  expect(json(await operator('verify', '--json')).ok).toBe(true);
});

// @proves 16.909
test('the operator says from when on a canary is slower for members', async () => {
  const set = await operator('policy', 'set', '--part', 'mypage', '--vitals', '20,500', '--json');
  expect(json(set).policy.mypage).toEqual({ vitals: { percent: 20, views: 500 } });
  const other = await operator('policy', 'set', '--part', 'mypage', '--vitals', '15');
  expect(other.out).toContain('demand of mypage: that no canary is 15 % slower for members');
  await operator('policy', 'set', '--part', 'mypage');
});

// @proves 7.158
test.each([
  [[]],
  [['unknown']],
  [['team']],
  [['promote', 'mypage']],
  [['promote', 'mypage', '1.0']],
  [['promote', 'mypage', '1.0.0+0123456789ab', '--share', '10%']],
  [['promote', 'mypage', '1.0.0+0123456789ab', '--share', '257']],
  [['promote', 'mypage', '1.0.0+0123456789ab', '--steps', '5,25']],
  [['promote', 'mypage', '1.0.0+0123456789ab', '--every', '30m']],
  [['promote', 'mypage', '1.0.0+0123456789ab', '--steps', '5,25', '--every', '30']],
  [['promote', 'mypage', '1.0.0+0123456789ab', '--steps', '25,5', '--every', '30m']],
  [['promote', 'mypage', '1.0.0+0123456789ab', '--steps', '100', '--every', '30m']],
  [['promote', 'mypage', '1.0.0+0123456789ab', '--steps', '5,101', '--every', '30m']],
  [['promote', 'mypage', '1.0.0+0123456789ab', '--steps', '5,9', '--every', '1h', '--share', '9']],
  [['promote', 'mypage', '1.0.0+0123456789ab', '--expect', 'latest']],
  [['publish', '../mypage']],
  [['status', 'mypage']],
  [['status', '--unknown']],
  [['status', '--url']],
  [['status', '--url', 'portal.example']],
  [['status', '--url', 'https://portal.example/path']],
  [['policy', 'set', '--freeze', '2026-12-28T18:00+09:00/2027-01-04T09:00+09:00']],
  [['policy', 'set', '--freeze', '2026-12-28/2027-01-04 The hotels are full.']],
  [['policy', 'set', '--vitals', '0']],
  [['policy', 'set', '--vitals', '10,5']],
  [['policy', 'set', '--vitals', 'slow']],
  [['history', '--limit', '0']],
  [['team', 'set', 'blue']],
  [['team', 'set', 'blue', '--public-key', 'x', '--segment', 'blue']],
])('wrong usage %j has exit code 2 and says what is right', async (argv) => {
  const asJson = await pages(...argv, '--json');
  expect(refusalOf(asJson)).toEqual([2, 'usage']);
  const { code, out, err } = await pages(...argv);
  expect([code, out]).toEqual([2, '']);
  for (const words of [err, asJson.err]) {
    expect(words).toMatch(/^.+\. \(usage\)\n {2}\S/);
    // Nobody has typed this as an argument.
    expect(words).not.toMatch(/"[^"]*--json/);
  }
});

test.each(['PORTAL_URL', 'PORTAL_TEAM', 'PORTAL_KEY'])(
  'without %s the command names it',
  async (name) => {
    const run = commandIn(folderOf('pages'), { ...settings('pages'), [name]: '' });
    expect((await run('status')).err).toMatch(new RegExp(`^${name} is not set\\. \\(usage\\)\\n`));
    const option = `--${name.replace('PORTAL_', '').toLowerCase()}`;
    const value = settings('pages')[name as 'PORTAL_URL'];
    expect((await run('status', option, value)).code).toBe(0);
  },
);

test('the key of the operator is not made up where no server has run', async () => {
  const folder = folderOf('elsewhere');
  const DATA_DIR = path.join(folder, 'data');
  const run = (env: Record<string, string>) =>
    commandIn(folder, { DATA_DIR, ...env })('keys', 'operator', '--json');
  expect(refusalOf(await run({}))).toEqual([1, 'no-server-secret']);
  expect(existsSync(DATA_DIR)).toBe(false);
  // The server's own sentence about its settings.
  const incomplete = await run({ DATABASE_URL: 'postgres://localhost/portal' });
  expect(refusalOf(incomplete)).toEqual([1, 'no-server-secret']);
  expect(json(incomplete).refusals[0].reason).toContain('SECRET_KEYS');
  expect(existsSync(path.join(folder, 'operator.key.json'))).toBe(false);
});

test('a part that was not built, or whose document was changed, is not published', async () => {
  expect(refusalOf(await accounts('publish', 'account', '--json'))).toEqual([1, 'not-built']);
  const version = await build('changed', ['/account'], 'accounts', 'account');
  const file = path.join(releasesOf('accounts'), `releases/account/${version}.json`);
  writeFileSync(file, readFileSync(file, 'utf8').replace('/account', '/my-page'));
  expect(refusalOf(await accounts('publish', 'account', '--json'))).toEqual([
    1,
    'build-incomplete',
  ]);
});

// @proves 7.239
test('override signs an address for one part, and nothing is changed', async () => {
  const version = await build('override');
  const before = await pages('history', '--json');
  const { code, out } = await pages('override', 'mypage', version, '--for', '30m', '--json');
  const { address, expires, ...answer } = JSON.parse(out);
  expect([code, answer]).toEqual([
    0,
    { ok: true, part: 'mypage', version, local: null, environment: 'production' },
  ]);
  const [, token = ''] = address.split(`${portal.url}/override#token=`);
  const publicKey = JSON.parse(readFileSync(path.join(folderOf('pages'), 'public.json'), 'utf8'));
  const verified = await verifyOverride(token, {
    audience: portal.url,
    environment: 'production',
    now: new Date(),
    keysOf: (team) => (team === 'pages' ? [publicKey] : []),
    state: EMPTY_STATE,
    allowsLocal: false,
  });
  expect(verified).toMatchObject({ shown: [{ part: 'mypage', version }] });
  expect(Date.parse(expires) - Date.now()).toBeLessThanOrEqual(30 * 60_000);
  expect(await pages('history', '--json')).toEqual(before);
});

// @proves 7.158 7.239
test.each([
  [['mypage'], /There is no version/],
  [['mypage', '1.0.0+000000000000', '--local', 'http://localhost:1'], /a version and --local/],
  [['mypage', '--local', 'http://evil.example:80'], /no address of this machine/],
  [['mypage', '1.0.0+000000000000', '--for', '9h'], /no time for --for/],
])('override refuses %p as wrong usage', async (args, words) => {
  const { code, err } = await pages('override', ...args);
  expect(code).toBe(2);
  expect(err).toMatch(words);
});

// @proves 7.789
test('two teams show their parts in one preview, which status lists, and end it', async () => {
  const mine = await build('previewed');
  const theirs = await build('previewed', ['/account'], 'accounts', 'account');
  const unpublished = await pages('preview', 'pr-12', 'mypage', mine, '--json');
  expect(refusalOf(unpublished)).toEqual([1, 'unknown-release']);
  for (const [team, part] of [
    [pages, 'mypage'],
    [accounts, 'account'],
  ] as const) {
    expect(await team('publish', part)).toMatchObject({ code: 0 });
  }
  const live = json(await pages('status', '--json')).parts;
  const begun = await pages('preview', 'pr-12', 'mypage', mine, '--for', '2d', '--json');
  const { entry, preview, address } = json(begun);
  expect(entry.operation).toMatchObject({ type: 'setPreview', minutes: 2 * 24 * 60 });
  expect(Date.parse(preview.until) - Date.parse(entry.at)).toBe(2 * 24 * 60 * 60_000);
  expect(address).toMatch(`${portal.url}/override#token=ey`);
  const added = await accounts('preview', 'pr-12', 'account', theirs, '--for', '90m');
  expect(added.out).toMatch(/^http:\S+#token=ey\S+\n$/);
  // The same team has the same address again.
  expect((await pages('preview', 'pr-12', 'mypage', mine)).out).toBe(`${address}\n`);

  const status = json(await pages('status', '--json'));
  expect(status.parts).toEqual(live);
  const by = (team: string) => ({ team, kid: expect.any(String) });
  expect(status.previews['pr-12'].parts).toEqual({
    mypage: { version: mine, by: by('pages') },
    account: { version: theirs, by: by('accounts') },
  });
  const shown = `mypage ${mine}, account ${theirs} until ${status.previews['pr-12'].until.slice(0, 19)}Z`;
  expect((await pages('status')).out).toContain(`\npreviews\n  pr-12  ${shown}\n`);
  expect((await operator('history', '--limit', '3')).out).toContain(
    `show account ${theirs} in the preview pr-12, for 90 minutes`,
  );

  expect((await pages('preview', 'end', 'pr-12')).out).toContain(
    `pr-12 now shows account ${theirs} until `,
  );
  const notTheirs = await pages('preview', 'end', 'pr-12', '--json');
  expect(refusalOf(notTheirs)).toEqual([1, 'not-in-preview']);
  expect((await operator('preview', 'end', 'pr-12')).out).toContain(
    'The preview pr-12 has ended.\n',
  );
  // A pipeline may end it in any case.
  const none = { ok: true, entry: null, preview: null };
  expect(json(await pages('preview', 'end', 'pr-12', '--json'))).toEqual(none);
  expect(await pages('preview', 'end', 'pr-12')).toEqual({
    code: 0,
    out: 'There is no preview pr-12.\n',
    err: '',
  });
  expect(json(await pages('status', '--json')).previews).toEqual({});
  expect(await pages('verify')).toMatchObject({ code: 0 });
});

// @proves 7.158 7.789
test.each([
  [['PR 12', 'mypage', '1.0.0+000000000000'], /no name of a preview/],
  [['pr-12', 'mypage', '1.0.0'], /no version of a release/],
  [['pr-12', 'mypage'], /An argument is missing: <version>/],
  [['pr-12', 'mypage', '1.0.0+000000000000', '--for', '15d'], /no time for --for/],
  [['end'], /An argument is missing: <name>/],
])('preview refuses %p as wrong usage', async (args, words) => {
  const { code, err } = await pages('preview', ...args);
  expect(code).toBe(2);
  expect(err).toMatch(words);
});

// @proves 7.158
test('each command has its help', async () => {
  const overview = await pages('--help');
  expect(overview.code).toBe(0);
  const names = [...overview.out.matchAll(/^ {2}([a-z][a-z-]*(?: [a-z]+)?)(?= {2}| <)/gm)].map(
    ([, name = '']) => name,
  );
  expect(names).toEqual(expect.arrayContaining(['publish', 'team set', 'keys make', 'verify']));
  for (const name of names) {
    const { code, out } = await pages(...name.split(' '), '--help');
    expect([name, code]).toEqual([name, 0]);
    expect(out).toContain(`Usage: portal ${name}`);
    expect(await pages('help', ...name.split(' '))).toEqual({ code, out, err: '' });
  }
});

// @proves 7.158
test('colors are for terminals that want them, and texts of others cannot control one', async () => {
  const env = settings('pages');
  const failing = (more: object, isTTY: boolean) =>
    commandIn(folderOf('pages'), { ...env, ...more }, isTTY)('revive', 'mypage');
  expect((await failing({}, false)).err).not.toContain('\x1b');
  expect((await failing({ NO_COLOR: '1' }, true)).err).not.toContain('\x1b');
  expect((await failing({}, true)).err).toContain('\x1b[31m');

  await pages('kill', 'mypage', '--reason', 'red \x1b[31m and \x07 bell');
  const { out } = await pages('status');
  expect(out).toContain('red �[31m and � bell');
});

// @proves 7.158
test('on a terminal one line shows how far an upload is', async () => {
  await build('with progress');
  const { err } = await commandIn(folderOf('pages'), settings('pages'), true)('publish', 'mypage');
  expect(err.split('\r\x1b[2K').slice(0, 3)).toEqual([
    '',
    expect.stringMatching(/^Uploading mypage: 0 of \d+ files, 0 B$/),
    expect.stringMatching(/^Uploading mypage: 1 of \d+ files, \d+ B$/),
  ]);
});
