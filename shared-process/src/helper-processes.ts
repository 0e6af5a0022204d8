import { type ChildProcess, fork } from 'node:child_process';

/** To start one takes a second of a slow machine, so it waits for more work for a while. */
const IDLE_MS = 60_000;

/** Processes that do work of one kind, one job at a time each. */
export type HelperProcesses = {
  /** One without work. Whoever takes it keeps it afterwards, or ends it. */
  take(): ChildProcess;
  keep(child: ChildProcess): void;
};

/**
 * Processes of a program, for work that must not hold up this one or that may have to be ended. They have none of the settings
 * of this process, and do not keep it from ending.
 * @param program the path of its module; it answers messages
 */
export function helperProcesses(
  program: string,
  execArgv: readonly string[] = [],
): HelperProcesses {
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  function leave(child: ChildProcess): ChildProcess {
    clearTimeout(idle.get(child));
    idle.delete(child);
    return child;
  }
  function start(): ChildProcess {
    const child = fork(program, {
      serialization: 'advanced',
      env: bareEnvironment(),
      execArgv: [...execArgv],
    });
    // An error is followed by the exit.
    child.on('error', () => {});
    child.on('exit', () => leave(child));
    child.unref();
    child.channel?.unref();
    return child;
  }
  return {
    take() {
      const [rested] = idle.keys();
      return rested ? leave(rested) : start();
    },
    keep(child) {
      idle.set(child, setTimeout(() => leave(child).kill(), IDLE_MS).unref());
    },
  };
}

/**
 * Lets a process do one job that it answers with one message.
 * @param signal ends it when the answer is not wanted any more
 * @throws Error if it ends instead, such as by the limit, by too much memory, or by a file that crashes it
 */
export function askHelper<Answer>(
  processes: HelperProcesses,
  job: object,
  limitMs: number,
  signal?: AbortSignal,
): Promise<Answer> {
  const child = processes.take();
  return new Promise((resolve, reject) => {
    const end = () => child.kill('SIGKILL');
    const timer = setTimeout(end, limitMs);
    signal?.addEventListener('abort', end);
    const stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      child.off('exit', onExit).off('message', onAnswer);
    };
    function onExit() {
      stop();
      reject(new Error('The process has ended before it answered.'));
    }
    function onAnswer(answer: unknown) {
      stop();
      processes.keep(child);
      resolve(answer as Answer);
    }
    child.once('exit', onExit).once('message', onAnswer);
    child.send(job);
    if (signal?.aborted) end();
  });
}

/**
 * The environment of a process that must inherit no setting of this one, since they are secret: where programs are, and the
 * folder in which Node keeps what it has compiled, which halves the time that a start takes.
 */
export function bareEnvironment(): Record<string, string> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { ...(PATH && { PATH }), ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
}
