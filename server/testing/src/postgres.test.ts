import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startPostgres } from './postgres.ts';

test.each(['anywhere', 'package'] as const)('starts and stops PostgreSQL from %s', async (from) => {
  const postgres = await startPostgres({ from });
  const client = new pg.Client({ connectionString: await postgres.createDatabase() });
  await client.connect();
  const { rows } = await client.query('select $1::text as name', ['花子']);
  expect(rows).toEqual([{ name: '花子' }]);
  await client.end();
  await postgres.stop();
  await expect(new pg.Client({ ...clientOf(client) }).connect()).rejects.toThrow('ECONNREFUSED');
});

test('starts where only the user of this process may enter the temporary folder', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'closed-'));
  const starting = `
    const { startPostgres } = await import(${JSON.stringify(path.join(import.meta.dirname, 'postgres.ts'))});
    const postgres = await startPostgres({ from: 'package' });
    await postgres.createDatabase();
    await postgres.stop();`;
  // In a process of its own, because this one has already chosen its temporary folder.
  const script = ['--input-type=module', '-e', starting];
  const env = { ...process.env, TMPDIR: folder };
  await promisify(execFile)(process.execPath, script, { env });
  rmSync(folder, { recursive: true });
}, 60_000);

const clientOf = ({ host, port, database, user }: pg.Client) =>
  JSON.parse(JSON.stringify({ host, port, database, user })) as pg.ClientConfig;
