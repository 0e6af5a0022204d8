import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { glob, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withBuildLock } from './build-lock.ts';
import { CACHE } from './workspace/packages.ts';

/** The name of a package that nobody else builds. */
const NAME = `lock-test-${process.pid}`;
const RESULT = join(CACHE, 'locks', `${NAME}.txt`);
afterAll(async () => {
  for await (const path of glob(join(CACHE, 'locks', `${NAME}*`))) {
    await rm(path, { recursive: true });
  }
});

/** Another process that holds the lock until it is killed. */
async function otherBuild() {
  const module = join(import.meta.dirname, 'build-lock.ts');
  const script = `
    const { writeFile } = await import('node:fs/promises');
    const { withBuildLock } = await import(${JSON.stringify(module)});
    await withBuildLock(${JSON.stringify(NAME)}, () => {
      process.send('locked');
      return new Promise((resolve) =>
        process.once('message', (file) => writeFile(file, 'the first has ended').then(resolve)),
      );
    });
    process.exit(0);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return child;
}

// @proves 7.136
test('a second build of a package begins when the first has ended', async () => {
  const other = await otherBuild();
  const second = withBuildLock(NAME, () => readFile(RESULT, 'utf8'));
  // Another package is not held up by it.
  expect(await withBuildLock(`${NAME}-other`, async () => 'built')).toBe('built');
  other.send(RESULT);
  expect(await second).toBe('the first has ended');
});

// @proves 7.136
test('the lock of a build that was killed is taken over', async () => {
  const other = await otherBuild();
  const next = withBuildLock(NAME, async () => 'built');
  other.kill('SIGKILL');
  expect(await next).toBe('built');
});
