import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileKey } from '@portal/delivery-model/document';
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

// @proves 7.653 7.654 7.780
test('a second key approves what the policy does not let one key promote or show', async () => {
  const set = await operator('policy', 'set', '--part', 'mypage', '--approver', '--json');
  expect(json(set)).toMatchObject({ policy: { mypage: { approver: true } } });
  const version = await build('to be approved');
  expect((await pages('publish', 'mypage')).code).toBe(0);
  const promote = ['promote', 'mypage', version, '--json'];
  const preview = ['preview', 'pr-12', 'mypage', version, '--json'];
  for (const words of [promote, preview]) {
    expect(refusalOf(await pages(...words))).toEqual([1, 'approver-needed']);
  }
  const file = path.join(folderOf('pages'), 'second.jws');
  writeFileSync(file, (await operator('approve', 'mypage', version)).out);
  const shown = json(await pages(...preview, '--approval', file));
  expect(shown.preview.parts).toMatchObject({ mypage: { version } });
  expect((await pages('preview', 'end', 'pr-12')).code).toBe(0);
  const promoted = json(await pages(...promote, '--approval', file));
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
