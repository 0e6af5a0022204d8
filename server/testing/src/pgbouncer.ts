import { spawn, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-ports.ts';
import { createFolder, temporaryFolder, unprivilegedUser } from './postgres.ts';

/** Another one than that of the PATH, to try a version. */
const PROGRAM = process.env.PGBOUNCER || 'pgbouncer';
const FIRST_THAT_PREPARES = 1.21;
const START_TIMEOUT_MS = 10_000;
const POLL_MS = 50;

/** The version of PgBouncer on this machine, such as 1.18; undefined without one. */
export const pgBouncerVersion: number | undefined = (() => {
  const { stdout } = spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' });
  const [, version] = /PgBouncer (\d+\.\d+)/.exec(stdout ?? '') ?? [];
  return version === undefined ? undefined : Number(version);
})();

export const hasPgBouncer = pgBouncerVersion !== undefined;
/** Whether it knows prepared statements, which it does where it is told how many. */
export const pgBouncerPrepares =
  pgBouncerVersion !== undefined && pgBouncerVersion >= FIRST_THAT_PREPARES;

/** Starts PgBouncer in transaction mode. @param databaseUrl a database behind it @returns the address through it */
export async function startPgBouncer(
  databaseUrl: string,
  { connections = 3 }: { readonly connections?: number } = {},
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const behind = new URL(databaseUrl);
  const user = unprivilegedUser();
  const folder = createFolder(temporaryFolder(user), user);
  const port = await freePort();
  const users = path.join(folder, 'users.txt');
  const settings = path.join(folder, 'pgbouncer.ini');
  writeFileSync(users, `"${behind.username}" "${behind.password}"\n`);
  writeFileSync(
    settings,
    [
      '[databases]',
      `* = host=${behind.hostname} port=${behind.port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      `default_pool_size = ${connections}`,
      'max_client_conn = 100',
      'server_login_retry = 1',
      ...(pgBouncerPrepares ? ['max_prepared_statements = 400'] : []),
    ].join('\n'),
  );
  // The pipe closes with this process, however it ends, and PgBouncer ends with the pipe.
  const guard = '"$@" >/dev/null 2>&1 & bouncer=$!; cat >/dev/null; kill -9 $bouncer';
  const child = spawn('sh', ['-c', guard, 'sh', PROGRAM, settings], {
    ...user,
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.stdin?.end();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = `${port}`;
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await answers(url.href))) {
    if (Date.now() > deadline) {
      await stop();
      throw new Error('PgBouncer did not start');
    }
    await pause(POLL_MS);
  }
  return { url: url.href, stop };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
