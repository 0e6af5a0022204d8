import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { type CDPSession, chromium } from '@playwright/test';
import { browserOptions } from '@portal/e2e/support/browser';
import { PHONE } from './phone.ts';
import type { Profile } from './profile.ts';

/** A page or a worker as the DevTools protocol speaks with it. */
export type Session = Pick<CDPSession, 'send' | 'on'> & {
  /** What is attached to it. */
  of(sessionId: string): Session;
};

export type RunningBrowser = {
  /** A new page with the phone's screen, on an empty document. */
  newPage(): Promise<Session & { close(): Promise<unknown> }>;
};

type Message = {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
};

/** Like members' browsers, and without slowing down what has no window. */
const ARGUMENTS = [
  '--headless',
  '--remote-debugging-pipe',
  '--disable-renderer-backgrounding',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--hide-scrollbars',
  '--password-store=basic',
  `--lang=${PHONE.locale}`,
  `--accept-lang=${PHONE.locale}`,
  'about:blank',
];

/**
 * Starts a browser with a profile for one piece of work, and ends it. Not by Playwright, which enables the domain
 * `Runtime` in each page: V8 then parses scripts anew and uses no compiled code, which no member pays for.
 * @param folder the profile on disk
 */
export async function withBrowser<T>(
  folder: string,
  { args, signal }: Profile,
  use: (browser: RunningBrowser) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const { executablePath = chromium.executablePath(), args: usual = [] } = browserOptions();
  const child = spawn(
    executablePath,
    [...usual, ...args, `--user-data-dir=${folder}`, ...ARGUMENTS],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const exited = once(child, 'exit');
  const kill = () => child.kill();
  signal?.addEventListener('abort', kill);
  const pipes = child.stdio as unknown as readonly [...null[], Writable, Readable];
  const browser = connect(pipes[3] as unknown as Writable, pipes[4] as Readable);
  try {
    return await Promise.race([
      use(browser),
      exited.then(() => Promise.reject(new Error('The browser has ended.'))),
    ]);
  } finally {
    signal?.removeEventListener('abort', kill);
    // Writes its caches to the disk before it ends.
    browser.close();
    await exited;
  }
}

function connect(input: Writable, output: Readable): RunningBrowser & { close(): void } {
  let sent = 0;
  const answers = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners = new Map<string, ((params: never) => void)[]>();
  let begun = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    const messages = (begun + text).split('\0');
    begun = messages.pop() ?? '';
    for (const message of messages) receive(JSON.parse(message));
  });
  // The browser may end before it has read.
  input.on('error', () => {});

  function receive({ id, sessionId, method, params, result, error }: Message): void {
    for (const listen of listeners.get(`${sessionId} ${method}`) ?? []) listen(params as never);
    if (id === undefined) return;
    if (error) answers.get(id)?.reject(new Error(error.message));
    else answers.get(id)?.resolve(result);
    answers.delete(id);
  }
  function send(method: string, params: object = {}, sessionId?: string): Promise<unknown> {
    sent += 1;
    const answer = Promise.withResolvers<unknown>();
    answers.set(sent, answer);
    input.write(`${JSON.stringify({ id: sent, method, params, sessionId })}\0`);
    return answer.promise;
  }
  function sessionOf(sessionId: string): Session {
    return {
      send: (method: string, params?: object) => send(method, params, sessionId),
      on(event: string, listener: (params: never) => void) {
        const name = `${sessionId} ${event}`;
        listeners.set(name, [...(listeners.get(name) ?? []), listener]);
      },
      of: sessionOf,
    } as unknown as Session;
  }
  async function newPage() {
    const { targetId } = (await send('Target.createTarget', { url: 'about:blank' })) as {
      readonly targetId: string;
    };
    const attach = { targetId, flatten: true };
    const { sessionId } = (await send('Target.attachToTarget', attach)) as {
      readonly sessionId: string;
    };
    const session = sessionOf(sessionId);
    const { viewport, deviceScaleFactor, isMobile: mobile, hasTouch: enabled } = PHONE;
    await session.send('Emulation.setDeviceMetricsOverride', {
      ...viewport,
      deviceScaleFactor,
      mobile,
    });
    await session.send('Emulation.setTouchEmulationEnabled', { enabled });
    // A headless browser's page has no focus of its own.
    await session.send('Emulation.setFocusEmulationEnabled', { enabled: true });
    return { ...session, close: () => send('Target.closeTarget', { targetId }) };
  }
  return { newPage, close: () => void send('Browser.close').catch(() => {}) };
}

/** Prepares the service worker of a page before each of its starts: a page's own session does not reach it. */
export async function onWorkers(
  page: Session,
  prepare: (worker: Session) => Promise<void>,
): Promise<void> {
  page.on('Target.attachedToTarget', async ({ sessionId, targetInfo }) => {
    const session = page.of(sessionId);
    // One that waits answers nothing before it runs, but takes what was sent before in its order.
    const prepared = targetInfo.type === 'service_worker' ? prepare(session) : undefined;
    // A worker may end at any time, and a frame is not asked for here.
    await Promise.allSettled([prepared, session.send('Runtime.runIfWaitingForDebugger')]);
  });
  await page.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
  });
}

/** Runs a function in a page, without the domain `Runtime`. */
export async function evaluate<R, A = undefined>(
  page: Session,
  script: (given: A) => R,
  given?: A,
): Promise<R> {
  const { result, exceptionDetails } = await page.send('Runtime.evaluate', {
    expression: `(${script})(${JSON.stringify(given)})`,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description);
  return result.value as R;
}
