import type { WriteStream } from 'node:tty';

export type Progress = {
  /** Shows the current step: on a terminal one live line with the time, elsewhere one line. */
  step(title: string): void;
  /** Prints a line for a finished step. */
  log(line: string): void;
  end(): void;
};

const REDRAW_MS = 200;
/** How often a long step prints its time without a terminal, in seconds. */
const PROGRESS_INTERVAL_S = 60;
const CLEAR_LINE = '\r\x1b[2K';

/** Shows the current step and its duration without flooding the screen or a log file. */
export function createProgress(out: Pick<WriteStream, 'write'> & { isTTY?: boolean }): Progress {
  let title = '';
  let since = 0;
  let saidAt = 0;
  let ticker: NodeJS.Timeout | undefined;
  const draw = () => {
    const seconds = Math.floor((performance.now() - since) / 1000);
    if (out.isTTY && title) out.write(`${CLEAR_LINE}${title} … ${seconds} s`);
    if (out.isTTY || seconds < saidAt + PROGRESS_INTERVAL_S) return;
    saidAt = seconds;
    out.write(`  … ${seconds} s\n`);
  };
  const clear = () => out.isTTY && out.write(CLEAR_LINE);
  return {
    step(next) {
      title = next;
      since = performance.now();
      saidAt = 0;
      if (!out.isTTY) out.write(`${title} …\n`);
      ticker ??= setInterval(draw, REDRAW_MS);
      draw();
    },
    log(line) {
      clear();
      out.write(`  ${line}\n`);
      draw();
    },
    end() {
      clearInterval(ticker);
      ticker = undefined;
      title = '';
      clear();
    },
  };
}
