import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runPortal } from '../command/run.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const FOLDER = mkdtempSync(path.join(tmpdir(), 'portal-create-remote-'));
const CLONE = path.join(FOLDER, 'clone');

const git = (...args: string[]) => execFileSync('git', args, { cwd: CLONE, encoding: 'utf8' });
const read = (file: string) => readFileSync(path.join(CLONE, file), 'utf8');
const changes = () => git('status', '--porcelain', '--untracked-files=all').trimEnd().split('\n');

let head: string;
beforeAll(() => {
  execFileSync('git', ['clone', '--quiet', ROOT, CLONE]);
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(CLONE, 'node_modules'));
  appendFileSync(path.join(CLONE, '.git/info/exclude'), 'node_modules\n');
  head = git('rev-parse', 'HEAD').trim();
});
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));
afterEach(() => {
  git('reset', '--quiet', '--hard', head);
  git('clean', '--quiet', '-d', '--force');
});

/** Runs `portal create-remote` in the clone, or in another folder. */
async function createRemote(args: readonly string[], cwd = CLONE) {
  let out = '';
  let err = '';
  const code = await runPortal(['create-remote', ...args], {
    env: {},
    cwd,
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
  });
  return { code, out, err };
}

const OFFERS = ['offers', '--path', '/offers', '--title-ja', 'ご案内'] as const;

// @proves 7.210
test('writes a remote, and adds it to everything that lists remotes or screens', async () => {
  const { code, out, err } = await createRemote([...OFFERS, '--team', 'season', '--json']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const { files, ...created } = JSON.parse(out);
  expect(created).toEqual({ ok: true, part: 'offers', folder: 'mfe-offers', path: '/offers' });
  expect([...files].sort()).toEqual(
    changes()
      .map((line) => line.slice(3))
      .sort(),
  );
  expect(JSON.parse(read('package.json')).workspaces).toContain('mfe-offers');
  const lock = JSON.parse(read('package-lock.json'));
  const manifest = JSON.parse(read('mfe-offers/package.json'));
  expect(lock.packages[''].workspaces).toEqual(JSON.parse(read('package.json')).workspaces);
  expect(lock.packages['mfe-offers'].dependencies).toEqual(manifest.dependencies);
  expect(lock.packages['node_modules/@portal/mfe-offers']).toEqual({
    resolved: 'mfe-offers',
    link: true,
  });
  expect(read('mfe-offers/src/locales/ja.po')).toContain('msgid "Offers"\nmsgstr "ご案内"');
  const [, statement] = /\*\*(2\.\d+)\*\* \| `\/offers` /.exec(read('docs/product.md')) ?? [];
  expect(read('mfe-offers/src/screens/offers/index.test.tsx')).toContain(`// @proves ${statement}`);
});

// @proves 7.211
test.each([
  ['a name that is taken', ['account', '--path', '/offers'], 1, 'name-taken'],
  ['a path that is taken', ['offers', '--path', '/my-page'], 1, 'path-taken'],
  ['a path of the shell', ['offers', '--path', '/callback'], 1, 'path-taken'],
  ['an address of the API', ['offers', '--path', '/api'], 1, 'path-reserved'],
  ['the prefix of a language', ['offers', '--path', '/en'], 1, 'path-reserved'],
  ['a path below another', ['offers', '--path', '/account/offers'], 2, 'usage'],
  ['no path', ['offers'], 2, 'usage'],
  ['a name with capitals', ['Offers', '--path', '/offers'], 2, 'usage'],
  ['a name that leads elsewhere', ['../offers', '--path', '/offers'], 2, 'usage'],
  ['the name of the shell', ['shell', '--path', '/offers'], 2, 'usage'],
  ['the name of the folder', ['mfe-offers', '--path', '/offers'], 2, 'usage'],
  ['a title with code', ['offers', '--path', '/offers', '--title', '`x`'], 2, 'usage'],
])('refuses %s, and changes nothing', async (_, args, exitCode, refusal) => {
  const { code, out } = await createRemote([...args, '--json']);
  expect([code, JSON.parse(out).refusals[0].code]).toEqual([exitCode, refusal]);
  expect(changes()).toEqual(['']);
});
