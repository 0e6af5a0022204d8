import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { inParallel } from '@portal/delivery-model/in-parallel';
import { Refused } from '@portal/shared-process/command-line';
import { type BuildTarget, freshVersion, nameOf } from './build-target.ts';
import type { BuildAnswer } from './main.ts';
import { CACHE, remoteFolders, WORKSPACE } from './workspace/packages.ts';

const PARALLEL_BUILDS = 2;

export type BuildOptions = {
  readonly log: (line: string) => void;
  readonly only?: readonly string[];
  readonly areDrafts?: boolean;
  readonly monolith?: boolean;
};

/** Builds every package whose sources changed. @throws Refused with the compiler's message and the log's path */
export async function buildAll(options: BuildOptions): Promise<{ changed: string[] }> {
  const targets: BuildTarget[] = [
    { folder: 'shell', kind: 'shell' as const },
    ...remoteFolders().map((folder) => ({ folder, kind: 'remote' as const })),
    ...(options.monolith ? [{ folder: 'shell', kind: 'monolith' as const }] : []),
  ]
    .filter(({ folder }) => !options.only || options.only.includes(folder))
    .map((target) => ({ ...target, isDraft: options.areDrafts ?? false }));
  const stale = (
    await Promise.all(targets.map(async (target) => ((await freshVersion(target)) ? [] : [target])))
  ).flat();
  const changed: string[] = [];
  await inParallel(stale, PARALLEL_BUILDS, async (target) => {
    changed.push(await buildOne(target, options.log));
  });
  return { changed };
}

async function buildOne(target: BuildTarget, log: BuildOptions['log']): Promise<string> {
  const started = performance.now();
  const name = nameOf(target);
  const logFile = join(WORKSPACE, '.run/logs', `build-${name}.log`);
  await mkdir(dirname(logFile), { recursive: true });
  const output = await open(logFile, 'w');
  // Use a separate process, so that the compiler's memory is freed.
  const child = fork(
    join(import.meta.dirname, 'main.ts'),
    [target.folder, target.kind, ...(target.isDraft ? ['draft'] : [])],
    {
      cwd: WORKSPACE,
      stdio: ['ignore', output.fd, output.fd, 'ipc'],
      // Compiling the compilers takes a fifth of a build with warm caches.
      env: { ...process.env, NODE_COMPILE_CACHE: join(CACHE, 'node') },
    },
  );
  await output.close();
  const ended = once(child, 'disconnect').then(() => [{ reason: 'its process has ended.' }]);
  const [answer] = (await Promise.race([once(child, 'message'), ended])) as [BuildAnswer];
  if ('reason' in answer) {
    throw new Refused(
      `The build of ${name} failed: ${answer.reason}\nCorrect that and run the command again. The whole log: ${relative(WORKSPACE, logFile)}`,
    );
  }
  log(`${name} ${answer.version} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return name;
}
