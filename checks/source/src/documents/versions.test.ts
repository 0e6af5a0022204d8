import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '@portal/checks-tools/root';
import { openGuide } from '@portal/server-testing/guide';
import { proofTest as it } from '@portal/server-testing/proofs';

const LERNA = path.join(ROOT, 'node_modules/lerna/dist/cli.js');
const CLONE = mkdtempSync(path.join(tmpdir(), 'portal-versions-'));
/** Nothing is asked of a registry. The project's own Node runs the script that completes the lock file. */
const ENV = {
  ...process.env,
  PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`,
  npm_config_offline: 'true',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@portal.example',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@portal.example',
};

afterAll(() => rmSync(CLONE, { recursive: true, force: true }));

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: CLONE, env: ENV, encoding: 'utf8', stdio: 'pipe' });
const read = (file: string) => JSON.parse(readFileSync(path.join(CLONE, file), 'utf8'));
/** The command of the guide, which asks before it raises anything. */
const [, , ...RAISE] = openGuide('docs/releases.md').command('npx lerna').split(' ');
const raise = () => run(process.execPath, LERNA, ...RAISE, '--yes');

/** A change of one file, committed. */
function change(file: string): void {
  appendFileSync(path.join(CLONE, file), '\n');
  run('git', 'commit', '--quiet', '--all', '-m', `Change ${file}`);
}

// Lerna and npm read the whole repository several times.
// @proves 7.227
it('lerna raises the version of the package that changed, in the lock file too', () => {
  run('git', 'clone', '--quiet', '--no-tags', ROOT, '.');
  // Without a tag of before, every package counts as changed.
  raise();
  const before = read('mfe-account/package.json').version;
  const lockBefore = read('package-lock.json');

  change('mfe-mypage/src/css.ts');
  raise();
  const { version } = read('mfe-mypage/package.json');
  expect(version).not.toBe(lockBefore.packages['mfe-mypage'].version);
  expect(read('mfe-account/package.json').version).toBe(before);
  const lock = read('package-lock.json');
  expect(lock).toEqual({
    ...lockBefore,
    packages: {
      ...lockBefore.packages,
      'mfe-mypage': { ...lockBefore.packages['mfe-mypage'], version },
    },
  });
  expect(run('git', 'tag', '--points-at', 'HEAD').trim()).toBe(`@portal/mfe-mypage@${version}`);
  expect(run('git', 'status', '--porcelain', '--untracked-files=no')).toBe('');

  // A test is no part of what members get.
  change('mfe-mypage/src/screens/my-page/index.test.tsx');
  raise();
  expect(read('mfe-mypage/package.json').version).toBe(version);

  change('shared-ui/src/index.ts');
  raise();
  for (const part of ['mfe-account', 'mfe-mypage', 'mfe-signup', 'shell']) {
    expect(read(`${part}/package.json`).version).not.toBe(lock.packages[part].version);
  }
});
