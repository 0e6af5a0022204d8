/**
 * Takes what closes something, before or right after it is opened.
 * @throws Error when everything is being closed already
 */
export type Opened = (close: () => Promise<unknown>) => void;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Does work and closes what it has opened, the last first. A signal that asks the process to end, such as
 * Ctrl-C, closes it under the work; then the process ends by that signal.
 */
export async function closeAfter<T>(work: (opened: Opened) => Promise<T>): Promise<T> {
  const stack: (() => Promise<unknown>)[] = [];
  const closeAll = async () => {
    for (let close = stack.pop(); close; close = stack.pop()) await close();
  };
  let asked: { readonly signal: NodeJS.Signals; readonly closing: Promise<void> } | undefined;
  const end = (signal: NodeJS.Signals) => {
    asked ??= { signal, closing: closeAll() };
  };
  for (const signal of SIGNALS) process.on(signal, end);
  try {
    return await work((close) => {
      stack.push(close);
      if (asked) throw new Error('The process is ending.');
    });
  } finally {
    await asked?.closing;
    await closeAll();
    for (const signal of SIGNALS) process.off(signal, end);
    // Ends here: nobody wants to read what failed because it was closed.
    if (asked) process.kill(process.pid, asked.signal);
  }
}
