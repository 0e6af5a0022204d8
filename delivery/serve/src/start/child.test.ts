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

test('reports the error message of a process that cannot start', async () => {
  const part = await child(
    'refuses',
    `console.error('{"level":30,"msg":"log"}'); console.error('Please set SMTP_URL.'); process.exit(1);`,
  );
  await expect(part.start()).rejects.toThrow(/^Please set SMTP_URL\.$/);
});
