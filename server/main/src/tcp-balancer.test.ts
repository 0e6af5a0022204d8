import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, freePortBase } from '@portal/server-testing/free-ports';
import { secretsForEnvironment } from '@portal/server-testing/load';
import { proofTest } from '@portal/server-testing/proofs';
import { createSharedDatabase } from '@portal/server-testing/shared-postgres';
import { bareEnvironment } from '@portal/shared-process/helper-processes';

const HAPROXY = '/usr/sbin/haproxy';
const hasHaproxy = existsSync(HAPROXY);
const it = hasHaproxy ? proofTest : test.skip;
const MAIN = path.join(import.meta.dirname, 'main.ts');
const CALLERS = 8;
/** Three checks, one a second, take a server out of the balancer. */
const SHUTDOWN_DELAY_SECONDS = 5;
const CALM_MS = 1_000;

const running = new Set<ChildProcess>();
function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = spawn(program, args, {
    env: { ...bareEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** @returns when the server is ready */
async function startServer(databaseUrl: string, portBase: number): Promise<ChildProcess> {
  const child = run(process.execPath, [MAIN], {
    PORT_BASE: String(portBase),
    ...secretsForEnvironment(),
    DATABASE_URL: databaseUrl,
    HOST: '127.0.0.1',
    PORTAL_ORIGIN: 'http://localhost:4300',
    IDP_ORIGIN: 'http://localhost:4301',
    // Nothing is sent.
    SMTP_URL: 'smtp://127.0.0.1:9',
    LOG_LEVEL: 'warn',
    SHUTDOWN_DELAY_SECONDS: String(SHUTDOWN_DELAY_SECONDS),
  });
  for await (const _ of createInterface({ input: child.stdout as never })) return child;
  throw new Error('The server ended before it was ready.');
}

/** Passes connections on without reading them, and asks each server whether it is ready. */
function startBalancer(port: number, servers: readonly number[]): ChildProcess {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'portal-balancer-')), 'haproxy.cfg');
  writeFileSync(
    file,
    `
defaults
  mode tcp
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  option redispatch
  retries 2
listen api
  bind 127.0.0.1:${port}
  option httpchk GET /ready
  http-check expect status 200
${servers.map((base) => `  server s${base} 127.0.0.1:${base + 2} check inter 1s fall 1 rise 1`).join('\n')}
`,
  );
  return run(HAPROXY, ['-f', file]);
}

/** Calls without a pause until it is stopped, and notes what was not answered with 200. */
function callThrough(port: number, keepAlive: boolean) {
  const agent = new Agent({ keepAlive, maxSockets: CALLERS });
  const failures: string[] = [];
  let calls = 0;
  let isOver = false;
  const call = () =>
    new Promise<string>((resolve) => {
      request({ port, host: '127.0.0.1', path: '/health', agent }, (answer) => {
        answer.resume().once('end', () => resolve(String(answer.statusCode)));
      })
        .once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
        .end();
    });
  const caller = async () => {
    while (!isOver) {
      const answer = await call();
      calls += 1;
      if (answer !== '200') failures.push(answer);
    }
  };
  const callers = Promise.all(Array.from({ length: CALLERS }, caller));
  return async () => {
    isOver = true;
    await callers;
    agent.destroy();
    return { calls, failures };
  };
}

// @proves 16.903
it('no call fails behind a plain TCP balancer while each of two servers is replaced', async () => {
  const shared = await createSharedDatabase('migrated');
  const bases = [await freePortBase(), await freePortBase()] as const;
  const servers = [
    await startServer(shared.url, bases[0]),
    await startServer(shared.url, bases[1]),
  ];
  const port = await freePort();
  startBalancer(port, bases);
  await untilAnswers(port);
  const stops = [callThrough(port, true), callThrough(port, false)];
  for (const [n, base] of bases.entries()) {
    await pause(CALM_MS);
    const exit = once(servers[n] as ChildProcess, 'exit');
    servers[n]?.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    servers[n] = await startServer(shared.url, base);
    await pause(2 * CALM_MS);
  }
  const results = await Promise.all(stops.map((stop) => stop()));
  for (const { calls, failures } of results) {
    expect(calls).toBeGreaterThan(1_000);
    expect(failures).toEqual([]);
  }
  for (const child of running) child.kill('SIGKILL');
  await shared.drop();
});

async function untilAnswers(port: number): Promise<void> {
  for (let n = 0; n < 100; n += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(100);
  }
  throw new Error('The balancer does not answer.');
}
