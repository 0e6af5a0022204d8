import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, createChild } from './child.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-child-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function child(name: string, source: string): Promise<Child> {
  const file = join(folder, `${name}.mjs`);
  await writeFile(file, source);
  return createChild({ name, args: [file], logFolder: join(folder, 'logs'), log: () => {} });
}

const LISTENS = `
  setInterval(() => {}, 1000);
  process.on('SIGTERM', () => process.exit(0));
  console.log('listening');
  console.log('{"ready":true,"idp":"here"}');`;

test('reports the error message of a process that cannot start', async () => {
  const part = await child(
    'refuses',
    `console.error('{"level":30,"msg":"log"}'); console.error('Please set SMTP_URL.'); process.exit(1);`,
  );
  await expect(part.start()).rejects.toThrow(/^Please set SMTP_URL\.$/);
});

test('the children end when the parent is killed', async () => {
  const part = join(folder, 'orphan.mjs');
  const starter = join(folder, 'starter.mjs');
  await writeFile(part, LISTENS);
  await writeFile(
    starter,
    `import { createChild } from ${JSON.stringify(join(import.meta.dirname, 'child.ts'))};
     const child = createChild({ name: 'orphan', args: [${JSON.stringify(part)}], logFolder: ${JSON.stringify(join(folder, 'logs'))}, log() {} });
     await child.start();
     console.log(child.pid);`,
  );
  const parent = spawn(process.execPath, [starter], { stdio: ['ignore', 'pipe', 'inherit'] });
  const pid = Number(String(await once(parent.stdout, 'data')).trim());
  parent.kill('SIGKILL');
  await once(parent, 'close');
  while (isAlive(pid)) await new Promise((resolve) => setImmediate(resolve));
  expect(isAlive(pid)).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
