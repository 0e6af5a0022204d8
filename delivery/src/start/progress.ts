import type { WriteStream } from 'node:tty';

export type Progress = {
  /** What is being done now: on a terminal one live line with the time, elsewhere a line once. */
  step(title: string): void;
  /** Something that is done. */
  log(line: string): void;
  end(): void;
};

const REDRAW_MS = 200;
/** Without a terminal: how often a long step says that it is still at it. */
const SIGN_OF_LIFE_S = 60;
const CLEAR_LINE = '\r\x1b[2K';

/** Shows what is being done and for how long, without filling the screen or a log file. */
export function createProgress(out: Pick<WriteStream, 'write'> & { isTTY?: boolean }): Progress {
  let title = '';
  let since = 0;
  let saidAt = 0;
  let ticker: NodeJS.Timeout | undefined;
  const draw = () => {
    const seconds = Math.floor((performance.now() - since) / 1000);
    if (out.isTTY && title) out.write(`${CLEAR_LINE}${title} … ${seconds} s`);
    if (out.isTTY || seconds < saidAt + SIGN_OF_LIFE_S) return;
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
