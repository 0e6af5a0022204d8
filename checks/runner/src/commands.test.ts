import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '@portal/checks-tools/root';

const run = promisify(execFile);

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

/** Commands that load little, as a sample of all. */
const QUICK = ['deploy/make-secrets.mjs', 'delivery/tools/src/command/main.ts'];

// @proves 16.533
test.each(QUICK)('%s explains itself, and refuses what it does not know', async (file) => {
  const [help, unknown] = await Promise.all([answer(file, '--help'), answer(file, '--no-such')]);
  expect(help).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/usage: /i) });
  expect(unknown).toMatchObject({ code: 2, stdout: '' });
  expect(unknown.stderr).not.toMatch(/^ {4}at /m);
});
