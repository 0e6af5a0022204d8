const PARENT_CHECK_MS = 500;
/** npm passes Ctrl-C on to a process that the terminal has told already: that is not a second Ctrl-C. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Resolves when this process is asked to end: by Ctrl-C, SIGTERM, or a terminal that closes. A command of
 * npm also ends when npm is gone, which no signal tells: `kill -9`, or a supervisor that knows npm alone. A
 * process that was started without npm may outlive its parent. A second signal ends the process at once.
 */
export function endRequested(): Promise<void> {
  return new Promise((resolve) => {
    let askedAt: number | undefined;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (askedAt !== undefined && performance.now() - askedAt > SAME_SIGNAL_MS) process.exit(1);
        askedAt ??= performance.now();
        resolve();
      });
    }
    // A closed terminal takes no output, and must not keep anybody from ending in order.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
    if (process.env.npm_lifecycle_event === undefined) return;
    const parent = process.ppid;
    const timer = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(timer);
      resolve();
    }, PARENT_CHECK_MS);
    timer.unref();
  });
}

/** Takes what closes something when the work has ended; the last is closed first. */
export type Opened = (close: () => unknown) => void;

/** Does work until it is done or this process is to end (undefined), and closes all that it has opened. */
export async function untilEndRequested<T>(
  work: (opened: Opened) => Promise<T>,
): Promise<T | undefined> {
  const stack = new AsyncDisposableStack();
  const working = work((close) => stack.defer(async () => void (await close())));
  // What fails because it is closed meanwhile is told by nobody.
  working.catch(() => {});
  try {
    return await Promise.race([working, endRequested().then(() => undefined)]);
  } finally {
    await stack.disposeAsync();
  }
}
