import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A project with these scripts and no packages. */
const root = mkdtempSync(path.join(tmpdir(), 'portal-set-up-'));
cpSync(import.meta.dirname, path.join(root, 'scripts'), { recursive: true });
afterAll(() => rmSync(root, { recursive: true, force: true }));

type Ended = { readonly code: unknown; readonly stderr: string };

const runNode = (...args: string[]) =>
  new Promise<Ended>((resolve) => {
    const env = { ...process.env, PATH: '/usr/bin/nothing' };
    execFile(process.execPath, args, { cwd: root, env }, (error, _, stderr) =>
      resolve({ code: error?.code ?? 0, stderr }),
    );
  });

// @proves 16.535
test('a step that fails says its reason in a sentence, what to do, and where the log is', async () => {
  const failing = "console.error('goroutine 1\\nError: no such thing\\n  at one'); process.exit(7)";
  const { code, stderr } = await runNode(
    '--input-type=module',
    '--eval',
    `import { step } from './scripts/step.mjs';
     const call = { command: process.execPath, args: ['--eval', ${JSON.stringify(failing)}] };
     await step('Making it', call, { remedy: 'Do that.' });`,
  );
  expect(code).toBe(1);
  const log = path.join('.run', 'logs', 'install.log');
  expect(stderr).toBe(`Making it failed: Error: no such thing\nDo that. The whole log: ${log}\n`);
  expect(readFileSync(path.join(root, log), 'utf8')).toContain('goroutine 1');
});

// @proves 16.535
test('where no browser can be had, the tests end with a sentence before they run', async () => {
  const { code, stderr } = await runNode('scripts/test-browser.mjs');
  expect(code).toBe(1);
  expect(stderr).toContain('The tests need a browser: install Chromium');
});
