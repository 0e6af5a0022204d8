import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';

const NAMES = ['firefox-esr', 'firefox'];

/** Where this machine has Firefox; undefined where it has none. */
export function firefoxPath(path = process.env.PATH ?? ''): string | undefined {
  return path
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** It talks to the portal and to nobody else. */
const SETTINGS = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.safebrowsing.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.systemAddon.update.enabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'http://localhost:1/',
  'toolkit.telemetry.enabled': false,
};

/** A window of Firefox itself, which Playwright's own build is not; driven by WebDriver BiDi. */
export type Firefox = {
  goto(url: string): Promise<void>;
  /** Runs a script in the page. Its result is a text, a number, a truth value or nothing. */
  run(script: string): Promise<unknown>;
  /** Waits until a script says yes. */
  until(script: string): Promise<void>;
  /** Closes the browser, and waits until it has written its files. */
  close(): Promise<void>;
};

const WAIT_MS = 30_000;
const EVERY_MS = 200;

/** @param profile a folder, which may be empty */
export async function openFirefox(program: string, profile: string): Promise<Firefox> {
  const lines = Object.entries(SETTINGS).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const child = spawn(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } },
  );
  const ended = once(child, 'exit');
  const socket = new WebSocket(`${await addressIn(child.stderr)}/session`);
  await once(socket, 'open');
  const send = commandsOf(socket);
  await send('session.new', { capabilities: {} });
  const tree = await send('browsingContext.getTree', {});
  const [{ context }] = tree.contexts as [{ context: string }];

  const run = async (expression: string): Promise<unknown> => {
    const target = { context };
    const answer = await send('script.evaluate', { expression, target, awaitPromise: true });
    if (answer.type === 'exception') throw new Error(JSON.stringify(answer.exceptionDetails));
    return (answer.result as { value?: unknown }).value;
  };
  return {
    run,
    goto: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async until(script) {
      const end = performance.now() + WAIT_MS;
      // A page that is being left has no answer.
      while (!(await run(script).catch(() => false))) {
        if (performance.now() > end) throw new Error(`Waited in vain for: ${script}`);
        await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
      }
    },
    async close() {
      await send('browser.close', {}).catch(() => {});
      await ended;
    },
  };
}

/** The rest of what it says is read too, or it would stand still. */
function addressIn(stderr: Readable): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = '';
  stderr.on('data', (chunk) => {
    text += chunk;
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(text)?.[1];
    if (address) resolve(address);
  });
  stderr.once('end', () => reject(new Error(`Firefox did not start: ${text}`)));
  return promise;
}

type Answer = Readonly<Record<string, unknown>>;

/** Sends commands by number; each settles with its own answer. */
function commandsOf(socket: WebSocket) {
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, type, error, message, result } = JSON.parse(String(data));
    const asked = waiting.get(id);
    waiting.delete(id);
    if (type === 'error') asked?.reject(new Error(`${error}: ${message}`));
    else asked?.resolve(result);
  });
  let last = 0;
  return (method: string, params: object): Promise<Answer> => {
    last += 1;
    const asked = Promise.withResolvers<Answer>();
    waiting.set(last, asked);
    socket.send(JSON.stringify({ id: last, method, params }));
    return asked.promise;
  };
}
