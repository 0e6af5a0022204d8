import { spawnSync } from 'node:child_process';

const ANSWERS_WITHIN_MS = 20_000;

/** How Compose is called on this machine; undefined where no engine of Docker answers or Compose is missing. */
export function composeCommand(): 'docker compose' | 'docker-compose' | undefined {
  if (!works('docker version')) return undefined;
  return (['docker compose', 'docker-compose'] as const).find((command) =>
    works(`${command} version`),
  );
}

function works(command: string): boolean {
  const options = { stdio: 'ignore', timeout: ANSWERS_WITHIN_MS } as const;
  return spawnSync('sh', ['-c', command], options).status === 0;
}
