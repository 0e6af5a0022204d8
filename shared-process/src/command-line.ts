import { type ParseArgsConfig, parseArgs, types } from 'node:util';

/** How every command of the repository reads its words, and how it ends. */

/** What a command is called with. */
export type CommandWords<O extends Options> = {
  /** `npm run bench -- <section> [--rounds <n>]` */
  readonly usage: string;
  /** What it does, in a sentence. */
  readonly does: string;
  /** Lines about each word, for `--help`. */
  readonly details?: readonly string[];
  /** As those of `parseArgs`; `--help` is added. */
  readonly options?: O;
  /** How many words without a dash it takes; none by default. */
  readonly positionals?: readonly [least: number, most: number];
  /** Says in a sentence what is wrong with the words. */
  readonly check?: (words: Words<O>) => string | undefined;
};

type Options = NonNullable<ParseArgsConfig['options']>;
export type Words<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true }>
>;

/** The exit codes: what could not be done, and words that are wrong. */
const EXIT = { failed: 1, usage: 2 } as const;
const HELP = { help: { type: 'boolean', short: 'h' } } as const satisfies Options;

/** A command cannot do what was asked for, for a reason that whoever called it can correct. The message says which. */
export class Refused extends Error {
  override readonly name: string = 'Refused';
}

/** Words that the command does not know, or a setting that it lacks. */
export class WrongWords extends Refused {
  override readonly name = 'WrongWords';
}

/**
 * Runs a command with the words of this process. Prints the help where it is asked for, and the usage for
 * words that it does not know. What a person can set wrongly or lack ends it with a sentence; bugs throw.
 * @param run may set the exit code of the process
 */
export async function runCommand<const O extends Options>(
  words: CommandWords<O>,
  run: (input: Words<O>) => unknown,
): Promise<void> {
  endWithReader();
  try {
    const input = readWords(words, process.argv.slice(2));
    if (input) await run(input);
    else process.stdout.write(`${helpOf(words)}\n`);
  } catch (error) {
    const sentence = sentenceOf(error);
    if (sentence === undefined) throw error;
    const isUsage = error instanceof WrongWords;
    process.stderr.write(`${sentence}\n${isUsage ? `\n${helpOf(words)}\n` : ''}`);
    process.exitCode = isUsage ? EXIT.usage : EXIT.failed;
  }
}

/** Ends this process where what reads its output has ended, as `head` does, and says nothing. */
export function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}

/**
 * @returns undefined where the help is asked for
 * @throws WrongWords
 */
export function readWords<const O extends Options>(
  { options, positionals: [least, most] = [0, 0], check }: CommandWords<O>,
  args: readonly string[],
): Words<O> | undefined {
  const words = parseWords(args, (options ?? {}) as O);
  if ((words.values as { help?: boolean }).help) return undefined;
  const { positionals } = words;
  const [extra] = positionals.slice(most);
  if (extra !== undefined) throw new WrongWords(`There is no "${extra}" here.`);
  if (positionals.length < least) throw new WrongWords('A word is missing.');
  const wrong = check?.(words);
  if (wrong !== undefined) throw new WrongWords(wrong);
  return words;
}

/**
 * Reads options and other words, with `--help`.
 * @throws WrongWords for an option that there is not, or that lacks its value
 */
export function parseWords<const O extends Options>(args: readonly string[], options: O): Words<O> {
  try {
    const all = {
      args: [...args],
      options: { ...options, ...HELP },
      allowPositionals: true,
    } as const;
    return parseArgs(all) as unknown as Words<O>;
  } catch (error) {
    // A TypeError whose message says what is wrong, with hints for programmers behind the first sentence.
    const [sentence = ''] = (error as Error).message.split(/(?<=')\. |\n/);
    throw new WrongWords(`${sentence.replace(/\.$/, '')}.`);
  }
}

export const helpOf = ({ usage, does, details = [] }: CommandWords<Options>): string =>
  [does, '', `Usage: ${usage}`, ...details.map((line) => `  ${line}`)].join('\n');

/** Errors of Node and of PostgreSQL's client, as far as they are read here. */
type SystemError = Partial<NodeJS.ErrnoException> & {
  readonly port?: number;
  readonly address?: string;
};

/**
 * What a person can correct, in a sentence: a program that is not installed, a port in use, a full disk, a server
 * that does not answer. Undefined for a bug.
 */
export function sentenceOf(error: unknown): string | undefined {
  if (!types.isNativeError(error)) return undefined;
  if (error instanceof Refused) return error.message;
  const { code, syscall, path, port, address } = error as SystemError;
  switch (code) {
    case 'ENOENT':
      if (syscall?.startsWith('spawn')) {
        return `The program ${path} is not installed, or not on the PATH.`;
      }
      return path === undefined ? undefined : `There is no ${path}.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${path ?? `Port ${port}`} cannot be used by this user (${code}).`;
    case 'EADDRINUSE':
      return `Port ${port} is in use. Set PORT_BASE to another one.`;
    case 'ENOSPC':
      return 'The disk is full.';
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'ETIMEDOUT':
      return `Nothing answers at ${address ?? ''}${port === undefined ? '' : `:${port}`} (${code}).`;
    // PostgreSQL: a wrong password or user, and a database that there is not.
    case '28P01':
    case '28000':
    case '3D000':
      return `The database refuses the connection: ${error.message}.`;
    default:
      return sentenceOf(error.cause);
  }
}

/** An invalid configuration; `message` is one sentence that tells what to set. */
export class ConfigError extends Refused {
  override readonly name = 'ConfigError';
}
