import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort, freePortBase } from '@portal/server-testing/free-ports';
import { openGuide } from '@portal/server-testing/guide';
import { secretsForEnvironment, startMailSink } from '@portal/server-testing/load';
import { clientProgram } from '@portal/server-testing/postgres-programs';
import { proofTest } from '@portal/server-testing/proofs';
import { createSharedDatabase } from '@portal/server-testing/shared-postgres';

const FIRST = openGuide('docs/your-own-portal.md');
const GUIDE = openGuide('docs/operations.md');
const ROOT = path.resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);
/** The npm package of the tests has the server and no client. */
const it = clientProgram('psql') ? proofTest : test.skip;

/** Where the commands find Node and the programs of PostgreSQL. */
const PATH = [
  path.dirname(process.execPath),
  path.dirname(clientProgram('psql') ?? ''),
  process.env.PATH,
].join(':');

/** Runs what stands below a heading of the guide for operators, and answers its output. */
async function follow(heading: string, env: Readonly<Record<string, string>>): Promise<string> {
  const options = { cwd: ROOT, env: { PATH, ...env } };
  const guide = FIRST.headings.includes(heading) ? FIRST : GUIDE;
  return (await run('sh', ['-ec', guide.commands(heading)], options)).stdout;
}

// @proves 16.88
it('the commands of the guide install a server, replace it, and tell its size', async () => {
  const [database, mails, base, metrics] = await Promise.all([
    createSharedDatabase('empty'),
    startMailSink(),
    freePortBase(),
    freePort(),
  ]);
  const env = {
    ...secretsForEnvironment(),
    DATABASE_URL: database.url,
    PORT_BASE: String(base),
    PORTAL_ORIGIN: 'http://localhost:4300',
    IDP_ORIGIN: `http://localhost:${base + 1}`,
    API_URL: `http://127.0.0.1:${base + 2}`,
    METRICS_PORT: String(metrics),
    SMTP_URL: mails.url,
    DEFAULT_COUNTRY: 'JP',
  };
  try {
    expect(await follow('See what an update brings', { OLD: 'HEAD', NEW: 'HEAD' })).toBe('');
    expect(await follow('Bring the database up to date', env)).toBe(
      'The database is up to date.\n',
    );
    // The server, and the one that replaces it.
    for (const _ of ['first', 'next']) {
      const commands = FIRST.commands('Start a server');
      const options = { cwd: ROOT, env: { PATH, ...env }, stdio: 'ignore' } as const;
      const server = spawn('sh', ['-ec', commands], options);
      const ended = once(server, 'exit');
      expect(await follow('Wait until it is ready', env)).toContain('"status":"ready"');
      expect(await follow('Connections', env)).toMatch(/^\s*\d+\s+\d+\s*$/);
      expect(await follow('Space', env)).toMatch(/\d+ [kM]B/);
      expect(await follow('Load', env)).toContain('portal_database_connections{');
      server.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    }
  } finally {
    mails.close();
    await database.drop();
  }
});
