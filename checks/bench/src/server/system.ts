import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePortBase } from '@portal/server-testing/free-ports';
import {
  type LoadDatabase,
  openLoadDatabase,
  secretsForEnvironment,
  startMailSink,
} from '@portal/server-testing/load';
import { startPostgres } from '@portal/server-testing/postgres';
import { type CpuSeconds, cpuSecondsOf } from './cpu.ts';

/** The server as it runs in production, one process on a PostgreSQL of its own, on loopback only. */
export type BenchSystem = {
  readonly portal: string;
  readonly idp: string;
  readonly api: string;
  readonly database: LoadDatabase;
  /** Of the server's process. */
  readonly pid: number | undefined;
  /** CPU seconds that the server's process, and those of PostgreSQL, have used so far. */
  cpu(): CpuSeconds;
  stop(): Promise<void>;
};

const START_TIMEOUT_MS = 60_000;

export async function startBenchSystem(): Promise<BenchSystem> {
  const postgres = await startPostgres({ durable: true });
  const url = await postgres.createDatabase();
  const database = await openLoadDatabase(url);
  const mails = await startMailSink();
  const base = await freePortBase();
  const portal = `http://localhost:${base}`;
  const idp = `http://localhost:${base + 1}`;
  const child = spawn(
    process.execPath,
    // As in deploy/Dockerfile.
    [
      '--max-semi-space-size=8',
      '--max-old-space-size=384',
      fileURLToPath(import.meta.resolve('@portal/server-main/main')),
    ],
    {
      env: {
        ...withoutSettings(process.env),
        ...secretsForEnvironment(),
        NODE_ENV: 'production',
        PORT_BASE: String(base),
        HOST: '127.0.0.1',
        DATABASE_URL: url,
        PORTAL_ORIGIN: portal,
        IDP_ORIGIN: idp,
        SMTP_URL: mails.url,
        // Every member of the load comes from an address of their own.
        TRUST_PROXY: '127.0.0.0/8,::1',
        // One member on one network asks for a code for each of two thousand addresses.
        MESSAGE_LIMITS:
          'codes-account-hour=100000,mail-account-day=100000,mail-network-hour=100000,mail-network-day=100000,mail-strangers-hour=100000,mail-holders-hour=100000,mail-newcomers-hour=100000',
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  // Whatever ends the bench ends the server; the database ends by itself with its parent.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const stop = async () => {
    await Promise.all([ended(child), database.close()]);
    await postgres.stop();
    mails.close();
    process.off('exit', kill);
  };
  try {
    await ready(child);
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    portal,
    idp,
    api: `http://localhost:${base + 2}`,
    database,
    pid: child.pid,
    cpu: () => ({ server: cpuSecondsOf(child.pid), postgres: cpuSecondsOf(postgres.pid) }),
    stop,
  };
}

/** What a developer has set for a portal of their own must not change what is measured. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG, NODE_OPTIONS } = env;
  return { PATH, HOME, TMPDIR, LANG, NODE_OPTIONS };
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error('The server did not start in time.')),
      START_TIMEOUT_MS,
    );
    child.stdout?.once('data', () => {
      clearTimeout(late);
      resolve();
    });
    child.once('exit', (code) => {
      clearTimeout(late);
      reject(new Error(`The server ended with ${code}.`));
    });
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exit;
}
