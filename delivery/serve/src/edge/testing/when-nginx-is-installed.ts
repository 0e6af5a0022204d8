import { spawnSync } from 'node:child_process';

const installed = spawnSync('nginx', ['-v']).status === 0;
if (!installed)
  console.warn('nginx is not installed: its configuration is not proven by this run.');
/** Skips what needs nginx where there is none. */
export const whenNginxIsInstalled = installed ? describe : describe.skip;
