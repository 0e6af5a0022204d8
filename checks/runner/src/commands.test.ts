import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '@portal/checks-tools/root';
import { PROOFS } from '@portal/server-testing/proofs';

const run = promisify(execFile);

/** What people start: the files that npm scripts name, and those of `deploy`. */
const scripts = globSync(['package.json', '*/package.json', '*/*/package.json'], {
  cwd: ROOT,
}).flatMap((file) => {
  const folder = path.dirname(file);
  const manifest = JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));
  return Object.values(manifest.scripts ?? {}).flatMap((script) =>
    [...String(script).matchAll(/node (?:--\S+ )*(\S+\.m?[jt]s)/g)].map(([, name = '']) =>
      path.posix.join(folder, name),
    ),
  );
});
/** What runs without anybody who could mistype: before others, or as a server. */
const NOT_TYPED = ['scripts/install.mjs', 'server/main/src/main.ts', 'deploy/image-contents.mjs'];
const COMMANDS = [
  ...new Set([...scripts, ...globSync('deploy/*.{ts,mjs}', { cwd: ROOT })]),
  'delivery/builder/src/main.ts',
  'delivery/tools/src/command/main.ts',
  'scripts/complete-lock.ts',
].filter((file) => !NOT_TYPED.includes(file));

async function answer(file: string, ...words: string[]) {
  const args = [path.join(ROOT, file), ...words];
  const done = (code: number, { stdout, stderr }: { stdout: string; stderr: string }) => ({
    code,
    stdout,
    stderr,
  });
  return run(process.execPath, args, { cwd: ROOT }).then(
    (output) => done(0, output),
    (error) => done(error.code, error),
  );
}

/** Those that load little; the others take a second each. */
const QUICK = [
  'deploy/derived-keys.ts',
  'deploy/make-secrets.mjs',
  'delivery/tools/src/command/main.ts',
];

// @proves 16.533
test.each(PROOFS ? COMMANDS : QUICK)(
  '%s explains itself, and refuses what it does not know',
  async (file) => {
    const [help, unknown] = await Promise.all([answer(file, '--help'), answer(file, '--no-such')]);
    expect(help).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/usage: /i) });
    expect(unknown).toMatchObject({ code: 2, stdout: '' });
    expect(unknown.stderr).not.toMatch(/^ {4}at /m);
  },
);
