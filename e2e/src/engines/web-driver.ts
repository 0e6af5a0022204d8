import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** A session of a browser that is driven by WebDriver (W3C). */
export type Session = {
  /** @throws WebDriverError for what the browser refuses */
  send<T = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T>;
  close(): Promise<void>;
};

/** A command that was refused, with the code of the standard, such as `stale element reference`. */
export class WebDriverError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

const START_MS = 10_000;
const EVERY_MS = 50;

/** Starts a driver and the browser that its capabilities name. Both end with the session. */
export async function openSession(
  program: string,
  capabilities: object,
  { env, onOutput }: { readonly env: NodeJS.ProcessEnv; onOutput(text: string): void },
): Promise<Session> {
  const port = await freePort();
  const driver = spawn(program, [`--port=${port}`], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  driver.stdout.on('data', (text) => onOutput(String(text)));
  driver.stderr.on('data', (text) => onOutput(String(text)));
  const address = `http://127.0.0.1:${port}`;
  await untilReady(address, driver);
  const opened = await command<{ sessionId: string }>('POST', `${address}/session`, {
    capabilities: { alwaysMatch: capabilities },
  });
  const session = `${address}/session/${opened.sessionId}`;
  return {
    send: (method, path, body) => command(method, `${session}${path}`, body),
    async close() {
      await command('DELETE', session).catch(() => {});
      const ended = once(driver, 'exit');
      driver.kill();
      await ended;
    },
  };
}

async function untilReady(address: string, driver: ChildProcess): Promise<void> {
  const end = performance.now() + START_MS;
  while (!(await command('GET', `${address}/status`).catch(() => false))) {
    if (driver.exitCode !== null || performance.now() > end)
      throw new Error('The driver did not start.');
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}

async function command<T>(method: string, url: string, body?: object): Promise<T> {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  });
  const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
  if (!answer.ok) throw new WebDriverError(value.error ?? '', value.message ?? '');
  return value;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
