import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeRelease } from '@portal/delivery-model/testing/release';
import { openGuide } from '@portal/server-testing/guide';
import { proofTest as it } from '@portal/server-testing/proofs';
import { addTeam, promoteSmallReleases } from '@portal/server-testing/releases/teams';
import { changedParts } from './changed-parts.ts';
import { writeBuild } from './testing/built-release.ts';
import { commandIn } from './testing/run-command.ts';
import { startTestPortal, type TestPortal } from './testing/test-portal.ts';

const GUIDE = openGuide('docs/releases.md');
const REPOSITORY = path.resolve(import.meta.dirname, '../../../..');
const ROOT = mkdtempSync(path.join(tmpdir(), 'portal-release-'));
const CLONE = path.join(ROOT, 'clone');
const BUILDS = path.join(ROOT, 'builds');
const KEY = path.join(ROOT, 'pages.key.json');

let portal: TestPortal;
beforeAll(async () => {
  execFileSync('git', ['clone', '--quiet', REPOSITORY, CLONE]);
  symlinkSync(path.join(REPOSITORY, 'node_modules'), path.join(CLONE, 'node_modules'));
  portal = await startTestPortal(path.join(ROOT, 'store'));
  await promoteSmallReleases(portal.server);
  const { key } = await addTeam(portal.server, 'pages', ['mypage'], ['/my-page']);
  writeFileSync(KEY, JSON.stringify(key), { mode: 0o600 });
});
afterAll(async () => {
  await portal.close();
  rmSync(ROOT, { recursive: true, force: true });
});

/** Changes a file of the clone in a commit of its own. */
function commitChange(file: string): void {
  appendFileSync(path.join(CLONE, file), '\n');
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@portal.example'];
  execFileSync('git', [...author, 'commit', '--quiet', '--all', '-m', `Change ${file}`], {
    cwd: CLONE,
  });
}

async function release(...args: string[]) {
  const words = ['release', ...args, '--releases', BUILDS, '--json'];
  const { code, out, err } = await commandIn(CLONE, settings())(...words);
  return { code, err, ...JSON.parse(out) };
}

const settings = () => ({ PORTAL_URL: portal.url, PORTAL_TEAM: 'pages', PORTAL_KEY: KEY });

// @proves 7.228
it('the parts of a change are those of the package that changed and of all that depend on it', async () => {
  commitChange('mfe-mypage/src/css.ts');
  expect(await changedParts(CLONE, 'HEAD~1')).toEqual(['mypage']);
  commitChange('shared-ui/src/index.ts');
  expect([...(await changedParts(CLONE, 'HEAD~1'))].sort()).toEqual(
    expect.arrayContaining(['account', 'mypage', 'shell', 'signup']),
  );
  expect(await changedParts(CLONE, 'HEAD')).toEqual([]);
});

// @proves 7.228
it('a team releases what it has changed, and nothing when that is live', async () => {
  commitChange('mfe-mypage/src/css.ts');
  const version = await writeBuild(BUILDS, makeRelease('mypage', 'changed', ['/my-page']));
  expect(await release('--since', 'HEAD~1')).toMatchObject({
    code: 0,
    releases: [{ part: 'mypage', version }],
    live: { stable: version },
  });
  expect(await release('--since', 'HEAD~1')).toMatchObject({ code: 0, releases: [] });
});

// @proves 7.159 7.228
test('the command of the guide releases what was built', async () => {
  commitChange('mfe-mypage/src/css.ts');
  const build = makeRelease('mypage', 'by the guide', ['/my-page']);
  const version = await writeBuild(path.join(CLONE, '.releases'), build);
  const [program, flag, name, ...args] = GUIDE.commands('Release what has changed')
    .trim()
    .split(' ');
  expect([program, flag, name]).toEqual(['npx', '--no', 'portal']);
  const { code, out } = await commandIn(CLONE, settings())(...args);
  expect([code, out]).toEqual([0, expect.stringContaining(`mypage is now ${version} since`)]);
});

// @proves 7.228
it('the command of the guide builds a remote of this clone', () => {
  const [, , , ...words] = GUIDE.command('npx --no portal build').split(' ');
  const command = ['delivery/tools/src/command/main.ts', ...words];
  const out = execFileSync(process.execPath, command, { cwd: REPOSITORY, encoding: 'utf8' });
  expect(out).toMatch(/mypage \d/);
});
