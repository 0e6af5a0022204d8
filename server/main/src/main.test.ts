import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { outboxMessages } from '@portal/server-mail/schema/outbox';
import { openDatabase } from '@portal/server-platform/database/open-database';
import { copyMigratedDatabase } from '@portal/server-testing/database-folder';
import { freePortBase } from '@portal/server-testing/free-ports';
import { proofTest as it } from '@portal/server-testing/proofs';
import { bareEnvironment } from '@portal/shared-process/helper-processes';

const MAIN = path.join(import.meta.dirname, 'main.ts');
const KILLS = 2;
const WRITES_BEFORE_A_KILL = 50;
const CALLERS = 8;

const folders: string[] = [];
const running = new Set<ChildProcess>();
const temporaryFolder = () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-main-'));
  folders.push(folder);
  return folder;
};
const folder = temporaryFolder();
// Creating a database takes seconds.
beforeAll(() => copyMigratedDatabase(path.join(folder, 'database')));
/** A copy of `folder`, which no server may be using. */
function copyOfFolder(): string {
  const copy = temporaryFolder();
  cpSync(folder, copy, { recursive: true });
  return copy;
}
afterAll(async () => {
  await Promise.all([...running].map((child) => end(child, 'SIGKILL')));
  for (const one of folders) rmSync(one, { recursive: true, force: true });
});

function start(
  dataFolder: string,
  portBase: number,
  more: Readonly<Record<string, string>> = {},
): ChildProcess {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...bareEnvironment(),
      PORT_BASE: String(portBase),
      DATA_DIR: dataFolder,
      TRUST_PROXY: '127.0.0.0/8,::1',
      LOG_LEVEL: 'warn',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  const exit = once(child, 'exit');
  child.kill(signal);
  return (await exit) as [number | null, NodeJS.Signals | null];
}

async function readyLine(child: ChildProcess): Promise<Record<string, unknown>> {
  for await (const line of createInterface({ input: child.stdout as never })) {
    return JSON.parse(line) as Record<string, unknown>;
  }
  throw new Error('The server ended before it was ready');
}

/** The output and the exit code of a server that refuses to start. */
async function refusal(child: ChildProcess): Promise<{ words: string; code: number | null }> {
  let words = '';
  child.stderr?.on('data', (chunk) => {
    words += chunk;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { words, code };
}

let addresses = 0;
/** An email address to which no code has been sent yet. */
function nextAddress(): string {
  addresses += 1;
  return `member-${addresses}@example.com`;
}

/** Asks for codes until the server is killed; returns the addresses for which it was acknowledged. */
async function callUntilKilled(api: string, kill: () => void): Promise<string[]> {
  const acknowledged: string[] = [];
  const caller = async () => {
    for (;;) {
      const address = nextAddress();
      try {
        const answer = await fetch(`${api}/v2/mfa/send-code`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ type: 'signup', email: address, locale: 'ja' }),
        });
        if (answer.status === 200) acknowledged.push(address);
      } catch {
        return;
      }
      if (acknowledged.length === WRITES_BEFORE_A_KILL) kill();
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return acknowledged;
}

// @proves 7.144 7.197 11.33 11.35 16.773
it('prints its addresses in one line, and ends on a signal', async () => {
  const base = await freePortBase();
  // Within the range that was found free, and above the ports of a portal.
  const metrics = base + 20;
  const page = base + 21;
  const server = start(folder, base, {
    METRICS_PORT: String(metrics),
    PAGE_PORT: String(page),
    SHUTDOWN_DELAY_SECONDS: '1',
  });
  expect(await readyLine(server)).toEqual({
    ready: true,
    idp: `http://localhost:${base + 1}`,
    api: `http://localhost:${base + 2}`,
    outbox: `http://localhost:${base + 3}`,
    member: { email: 'hanako@example.com', password: 'sakura-mochi-2026' },
    pid: server.pid,
  });
  expect((await fetch(`http://127.0.0.1:${base + 2}/ready`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${base + 3}/messages.json`)).status).toBe(200);
  const shown = await fetch(`http://127.0.0.1:${metrics}/metrics`);
  const text = await shown.text();
  expect(text).toContain('portal_message_budget_limit{channel="sms",share="sms-known-hour"} 500');
  expect(text).toContain(
    'portal_http_request_seconds_count{listener="api",method="GET",status="200"} 1',
  );
  expect(text).toContain('portal_messages_queued 0');
  expect(text).toContain('portal_sign_ins_last_hour 0');
  expect(text).toContain('portal_event_streams 0');
  expect((await fetch(`http://127.0.0.1:${metrics}/`)).status).toBe(404);
  const waiting = await fetch(`http://127.0.0.1:${page}/health`);
  expect([waiting.status, await waiting.json()]).toEqual([503, { status: 'waiting', seq: null }]);
  expect((await fetch(`http://127.0.0.1:${base + 2}/metrics`)).status).toBe(404);

  const ended = end(server, 'SIGTERM');
  const ready = () => fetch(`http://127.0.0.1:${base + 2}/ready`);
  let leaving = await ready();
  while (leaving.status === 200) leaving = await ready();
  expect([leaving.status, await leaving.json()]).toEqual([503, { status: 'leaving' }]);
  expect((await fetch(`http://127.0.0.1:${base + 2}/health`)).status).toBe(200);
  expect(await ended).toEqual([0, null]);
});

// @proves 7.199
it('starts with what the operator imports before it', async () => {
  const base = await freePortBase();
  const agent = path.join(temporaryFolder(), 'agent.mjs');
  const { resolve } = createRequire(MAIN);
  const addressOf = (name: string) => pathToFileURL(resolve(`@opentelemetry/${name}`));
  // With both, every call would be traced twice.
  writeFileSync(
    agent,
    `import api from '${addressOf('api')}';
    import hooks from '${addressOf('context-async-hooks')}';
    api.context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager());
    process.stderr.write('the agent is here\\n');`,
  );
  const server = start(folder, base, {
    NODE_OPTIONS: `--import=${pathToFileURL(agent)}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    LOG_LEVEL: 'info',
  });
  let words = '';
  server.stderr?.on('data', (chunk) => {
    words += chunk;
  });
  expect(await readyLine(server)).toMatchObject({ ready: true });
  expect(words).toContain('the agent is here');
  expect((await fetch(`http://127.0.0.1:${base + 2}/userinfo`)).status).toBe(401);
  expect(await end(server, 'SIGTERM')).toEqual([0, null]);
  expect(words).toContain('"route":"/userinfo"');
  expect(words).not.toContain('trace_id');
});

it('refuses to start a second server on the same folder or the same ports, with one sentence', async () => {
  const [base, other] = [await freePortBase(), await freePortBase()];
  const copy = copyOfFolder();
  const server = start(folder, base);
  await readyLine(server);
  expect(await refusal(start(folder, other))).toEqual({
    words: `The database folder ${folder}/database is in use by process ${server.pid}; end that process, or set DATA_DIR to another folder.\n`,
    code: 1,
  });
  expect(await refusal(start(copy, base))).toEqual({
    words: `Port ${base + 1} is in use by another program; end it, or set PORT_BASE to another number.\n`,
    code: 1,
  });
  expect((await fetch(`http://127.0.0.1:${base + 2}/ready`)).status).toBe(200);
  await end(server, 'SIGTERM');
});

it('loses no acknowledged write when it is killed, and starts again at once', async () => {
  const base = await freePortBase();
  const acknowledged: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const server = start(folder, base);
    await readyLine(server);
    const ended = once(server, 'exit');
    const api = `http://127.0.0.1:${base + 2}`;
    acknowledged.push(...(await callUntilKilled(api, () => server.kill('SIGKILL'))));
    await ended;
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(KILLS * WRITES_BEFORE_A_KILL);

  const database = await openDatabase({ kind: 'embedded', folder: path.join(folder, 'database') });
  const rows = await database.db
    .select({ recipient: outboxMessages.recipient })
    .from(outboxMessages);
  await database.close();
  const kept = new Set(rows.map(({ recipient }) => recipient));
  expect(acknowledged.filter((address) => !kept.has(address))).toEqual([]);
});
