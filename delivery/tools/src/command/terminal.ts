import { styleText } from 'node:util';
import type { CommandIo, Output } from './command.ts';

type Style = 'red' | 'bold' | 'dim';

const CLEAR_LINE = '\r\x1b[2K';

/** Prints for people: in colours on a terminal that wants them, without control characters of others. */
export function createTerminal({
  env,
  stdout,
  stderr,
}: Pick<CommandIo, 'env' | 'stdout' | 'stderr'>) {
  let hasLiveLine = false;
  // https://no-color.org: any value that is not empty.
  const wantsColors = !env.NO_COLOR && env.TERM !== 'dumb';
  const print = (out: Output, text: string, style?: Style) => {
    if (hasLiveLine) stderr.write(CLEAR_LINE);
    hasLiveLine = false;
    const plain = withoutControls(text);
    const colored = style && out.isTTY && wantsColors;
    out.write(`${colored ? styleText(style, plain, { validateStream: false }) : plain}\n`);
  };
  return {
    print: (text: string, style?: Style) => print(stdout, text, style),
    printError: (text: string, style?: Style) => print(stderr, text, style),
    /** A line that the next one replaces; nothing where there is no terminal. */
    progress(text: string) {
      if (!stderr.isTTY) return;
      stderr.write(CLEAR_LINE + withoutControls(text));
      hasLiveLine = true;
    },
  };
}

/** A reason of another team must not be able to move the cursor or to change the window's title. */
const withoutControls = (text: string) => text.replace(/\p{Cc}/gu, '�');
