import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CACHE, ROOT } from '../build/packages.ts';

/** Stylesheets that Panda keeps up to date while sources change, in the order they must load. */
export type WatchedStyles = {
  readonly files: readonly string[];
  readonly stop: () => Promise<void>;
};

/**
 * One sheet per package folder, as in a release: the shell's with tokens, reset and every recipe of
 * shared-ui, and the remote's own utilities.
 */
export async function watchStyles(folders: readonly string[]): Promise<WatchedStyles> {
  const target = join(CACHE, 'dev-styles');
  await mkdir(target, { recursive: true });
  const files = folders.map((folder) => join(target, `${basename(folder)}.css`));
  await Promise.all(files.map((file) => rm(file, { force: true })));
  // The first sheets are awaited; only then does Panda go on to watch.
  await Promise.all(folders.map((folder, i) => ended(panda(folder, files[i] as string))));
  const watching = folders.map((folder, i) => panda(folder, files[i] as string, '--watch'));
  return {
    files,
    stop: async () => {
      await Promise.all(
        watching.map(async (child) => {
          const exit = child.exitCode === null && child.signalCode === null && once(child, 'exit');
          child.kill('SIGTERM');
          await exit;
        }),
      );
    },
  };
}

function panda(folder: string, file: string, ...more: string[]): ChildProcess {
  return spawn(
    join(ROOT, 'node_modules/.bin/panda'),
    ['cssgen', '--outfile', file, '--silent', ...more],
    { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
}

async function ended(child: ChildProcess): Promise<void> {
  const [code] = await once(child, 'exit');
  if (code !== 0)
    throw new Error('Panda could not write the stylesheet; its own words stand above.');
}
