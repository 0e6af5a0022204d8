const PARENT_CHECK_MS = 500;

/**
 * Resolves when this process is asked to end: by Ctrl-C, SIGTERM, or a terminal that closes. A command of
 * npm also ends when npm is gone, which no signal tells: `kill -9`, or a supervisor that knows npm alone. A
 * process that was started without npm may outlive its parent.
 */
export function endRequested(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => resolve());
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
