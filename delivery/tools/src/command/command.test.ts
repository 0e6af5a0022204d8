import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileKey } from '@portal/delivery-model/document';
import { openStore } from '@portal/delivery-model/store/open-store';
import { makeRelease, makeShell } from '@portal/delivery-model/testing/release';
import { freePort } from '@portal/server-testing/free-ports';
import { OPERATOR_TOKEN } from '@portal/server-testing/releases/page-setting';
import { tokenOf } from '@portal/server-testing/releases/teams';
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

const EXCUSE = ['--without-gate', 'A test.'];

let portal: TestPortal;
let operator: ReturnType<typeof commandIn>;
/** A clone that has nothing but the team's token. */
let pages: ReturnType<typeof commandIn>;
let accounts: ReturnType<typeof commandIn>;

const settings = (token: string) => ({ PORTAL_URL: portal.url, PORTAL_TOKEN: token });

beforeAll(async () => {
  portal = await startTestPortal(STORE.folder);
  operator = commandIn(folderOf('operator'), settings(OPERATOR_TOKEN));
  pages = commandIn(folderOf('pages'), settings(await tokenOf(portal.server, 'pages')));
  accounts = commandIn(folderOf('accounts'), settings(await tokenOf(portal.server, 'accounts')));
  for (const [team, part, segment] of [
    ['pages', 'mypage', '/my-page'],
    ['accounts', 'account', '/account'],
  ] as const) {
    const set = await operator('team', 'set', team, '--part', part, '--segment', segment);
    expect(set).toMatchObject({ code: 0 });
  }
  const shell = await writeBuild(releasesOf('operator'), makeShell('first'));
  expect(await operator('publish', 'shell')).toMatchObject({ code: 0 });
  expect(await operator('promote', 'shell', shell, ...EXCUSE)).toMatchObject({ code: 0 });
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
test('a second clone publishes and promotes its part with only the token of its team', async () => {
  const first = await build('first');
  const published = await pages('publish', 'mypage');
  expect(published).toEqual({
    code: 0,
    out: expect.stringMatching(/^Published mypage 1\.0\.0\+\w{12} \(\d+ files uploaded, .+\)\.\n$/),
    err: `To make it live: portal promote mypage ${first}\n`,
  });
  expect(await pages('promote', 'mypage', first, ...EXCUSE)).toMatchObject({
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
  expect(puts.filter((call) => call.includes('/main.'))).toHaveLength(3);
  expect(json(await pages('publish', 'mypage', '--json')).uploaded).toEqual({ files: 0, bytes: 0 });

  const ungated = await pages('promote', 'mypage', second, '--json');
  expect(refusalOf(ungated)).toEqual([1, 'gate-needed']);
  const share = [...EXCUSE, '--share', '10'];
  const canary = json(await pages('promote', 'mypage', second, ...share, '--json'));
  expect(canary).toMatchObject({
    entry: { by: { team: 'pages' }, operation: { type: 'promote', version: second, share: 10 } },
    live: { stable: first, canary: { version: second, share: 10 } },
  });
  expect((await pages('status')).out).toContain(`canary ${second} for 10 %`);
  const all = json(await pages('promote', 'mypage', second, '--json'));
  expect(all.live).toEqual({ stable: second, since: expect.any(String), previous: first });

  const stored = openStore(STORE);
  for (const call of puts) {
    const file = decodeURIComponent(call.split('/').at(-1) ?? '');
    expect(await stored.get(fileKey('mypage', file))).toBeDefined();
  }
});

// @proves 7.153
test("another team's part and routes are refused in words", async () => {
  await build('of others', ['/account'], 'pages', 'account');
  expect(refusalOf(await pages('publish', 'account', '--json'))).toEqual([1, 'not-your-part']);
  expect((await pages('kill', 'account', '--reason', 'x')).err).toBe(
    'The part account does not belong to the team pages. (not-your-part)\n' +
      '  Change only your own parts: mypage.\n',
  );

  const greedy = await build('greedy', ['/my-page', '/account']);
  expect((await pages('publish', 'mypage')).code).toBe(0);
  expect(await pages('promote', 'mypage', greedy, ...EXCUSE)).toEqual({
    code: 1,
    out: '',
    err:
      'The release has routes below /account, which the team pages does not own. (not-your-segment)\n' +
      '  Take these routes out of the release, or ask the operator for the segment.\n',
  });
  const anyTeam = ['team', 'set', 'accounts', '--json'];
  expect(refusalOf(await pages(...anyTeam))).toEqual([1, 'operator-only']);
});

// @proves 7.154
test('of two operators at once nobody loses a change, and who comes second is told', async () => {
  const set = (team: string) => operator('team', 'set', team, '--part', team, '--json');
  const changes = await Promise.all([set('blue'), set('red'), set('blue')]);
  expect(changes.map(({ code }) => code).sort()).toEqual([0, 0, 1]);
  const second = changes.find(({ code }) => code === 1) as Ran;
  expect(refusalOf(second)).toEqual([1, 'nothing-changes']);
  const { teams } = json(await operator('status', '--json'));
  expect(teams).toMatchObject({ blue: { parts: ['blue'] }, red: { parts: ['red'] } });

  const removed = await Promise.all([
    operator('team', 'set', 'blue', '--json'),
    operator('team', 'set', 'blue', '--json'),
  ]);
  expect(removed.map(({ code }) => code).sort()).toEqual([0, 1]);
});

// @proves 7.155
test('the history lists who did what', async () => {
  const { entries } = json(await accounts('history', '--limit', '2', '--json'));
  expect(entries).toHaveLength(2);
  expect(entries[0].seq).toBe(entries[1].seq + 1);
  const lines = (await accounts('history')).out.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^ +\d+ {2}\d{4}-\d\d-\d\dT[\d:]{8}Z {2}\w+ +\w+ +\S/);
  expect(lines.at(-1)).toMatch(/operator +RELEASE_TOKEN +set team pages: mypage, \/my-page$/);
});

// @proves 7.156
test('a portal that is down, or no portal at all, is said with exit code 3', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const nobody = { ...settings('a token'), PORTAL_URL: url };
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
test('the token comes from the environment alone, is not printed, and leaves this machine by https only', async () => {
  const token = await tokenOf(portal.server, 'pages', 'to be looked for');
  const run = commandIn(folderOf('pages'), settings(token));
  for (const command of [['status'], ['history'], ['team', 'set', 'pages']]) {
    for (const format of [[], ['--json']]) {
      const { out, err } = await run(...command, ...format);
      expect(out + err).not.toContain(token);
    }
  }
  expect(refusalOf(await pages('status', '--token', token, '--json'))).toEqual([2, 'usage']);
  const without = commandIn(folderOf('pages'), { PORTAL_URL: portal.url });
  expect((await without('status')).err).toContain('PORTAL_TOKEN is not set.');
  const unsafe = await pages('status', '--url', 'http://portal.example', '--json');
  expect(refusalOf(unsafe)).toEqual([2, 'usage']);
});

// @proves 7.158
test.each([
  [[]],
  [['unknown']],
  [['team']],
  [['promote', 'mypage']],
  [['promote', 'mypage', '1.0']],
  [['promote', 'mypage', '1.0.0+0123456789ab', '--share', '10%']],
  [['promote', 'mypage', '1.0.0+0123456789ab', '--share', '101']],
  [['promote', 'mypage', '1.0.0+0123456789ab', '--steps', '5,25']],
  [['promote', 'mypage', '1.0.0+0123456789ab', '--every', '30m']],
  [['promote', 'mypage', '1.0.0+0123456789ab', '--steps', '5,25', '--every', '30']],
  [['promote', 'mypage', '1.0.0+0123456789ab', '--steps', '100', '--every', '30m']],
  [['promote', 'mypage', '1.0.0+0123456789ab', '--steps', '5,101', '--every', '30m']],
  [['promote', 'mypage', '1.0.0+0123456789ab', '--steps', '5,9', '--every', '1h', '--share', '9']],
  [['status', 'mypage']],
  [['status', '--unknown']],
  [['status', '--url']],
  [['status', '--url', 'portal.example']],
  [['status', '--url', 'https://portal.example/path']],
  [['history', '--limit', '0']],
  [['team', 'set', 'blue', '--segment', 'blue']],
])('wrong usage %j has exit code 2 and says what is right', async (argv) => {
  const asJson = await pages(...argv, '--json');
  expect(refusalOf(asJson)).toEqual([2, 'usage']);
  const { code, out, err } = await pages(...argv);
  expect([code, out]).toEqual([2, '']);
  for (const words of [err, asJson.err]) {
    expect(words).toMatch(/^.+\. \(usage\)\n {2}\S/);
  }
});
