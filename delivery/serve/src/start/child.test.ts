import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, createChild } from './child.ts';
import { takenPorts } from './ports.ts';

let folder: string;
const lines: string[] = [];
let heard = () => {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-child-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function child(name: string, source: string): Promise<Child> {
  const file = join(folder, `${name}.mjs`);
  await writeFile(file, source);
  const log = (line: string) => {
    lines.push(line);
    heard();
  };
  return createChild({ name, args: [file], logFolder: join(folder, 'logs'), log });
}

async function untilSaid(text: string): Promise<void> {
  while (!lines.some((line) => line.includes(text))) {
    await new Promise<void>((resolve) => {
      heard = resolve;
    });
  }
}

const LISTENS = `
  setInterval(() => {}, 1000);
  process.on('SIGTERM', () => process.exit(0));
  console.log('listening');
  console.log('{"ready":true,"idp":"here"}');`;

test('starts when the process reports ready, returns its message, and stops on request', async () => {
  const part = await child('listens', LISTENS);
  expect(await part.start()).toEqual({ ready: true, idp: 'here' });
  expect(part.pid).toBeGreaterThan(0);
  await part.stop();
  expect(part.pid).toBeUndefined();
  expect(lines).toEqual([]);
  // The message of the server has the demo member's password.
  const logged = await readFile(part.logFile, 'utf8');
  expect(logged).toContain('listening');
  expect(logged).not.toContain('ready');
});

test('restarts a process that was killed', async () => {
  const part = await child('killed', LISTENS);
  await part.start();
  const first = part.pid as number;
  process.kill(first, 'SIGKILL');
  await untilSaid('killed runs again');
  expect(lines).toContain('killed ended (SIGKILL) and is started again.');
  expect(part.pid).not.toBe(first);
  await part.stop();
});

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

test('names a port that is taken', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  expect(await takenPorts([port])).toEqual([port]);
  await new Promise((resolve) => server.close(resolve));
  expect(await takenPorts([port])).toEqual([]);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
