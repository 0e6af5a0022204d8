import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import type { Addresses } from '../support/portal.ts';

const GATE = resolve(import.meta.dirname, '../../../server/src/gate/main.ts');

/** `npm run gate -- …` against the portal under test, as staff run it. */
export function gate({ operator }: Addresses, ...args: string[]): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [GATE, ...args], {
      env: { ...process.env, ...operator, NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
    });
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    child.on('error', fail);
    child.on('close', () => done(said));
  });
}
