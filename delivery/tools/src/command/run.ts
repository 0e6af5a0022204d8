import { connect, failureOf } from '@portal/delivery-model/client/connection';
import {
  type CommandFailure,
  EXIT,
  refused,
  wrongUsage,
} from '@portal/delivery-model/client/failure';
import type { ReleaseRefusal } from '@portal/delivery-model/log/refusal';
import { parseWords, WrongWords } from '@portal/shared-process/command-line';
import * as v from 'valibot';
import type { Command, CommandIo, Input } from './command.ts';
import { COMMANDS } from './commands/index.ts';
import { COMMON_OPTIONS, commandHelp, overview, usageOf } from './help.ts';
import { createTerminal } from './terminal.ts';

/**
 * Runs `portal` with these arguments and answers its exit code. What cannot be done is printed with reason
 * and remedy; bugs throw.
 */
export async function runPortal(argv: readonly string[], io: CommandIo): Promise<number> {
  const terminal = createTerminal(io);
  const printRefusals = (refusals: readonly ReleaseRefusal[]) => {
    for (const { code, reason, remedy } of refusals) {
      terminal.printError(`${reason} (${code})`, 'red');
      terminal.printError(`  ${remedy}`);
    }
  };
  // Also for a failure of reading the options themselves.
  const isJson = argv.includes('--json');
  try {
    const { command, rest } = findCommand(argv);
    if (!command) {
      for (const line of overview()) terminal.print(line);
      return EXIT.done;
    }
    const input = readInput(command, rest, io, isJson ? () => {} : terminal.progress);
    if (!input) {
      for (const line of commandHelp(command)) terminal.print(line);
      return EXIT.done;
    }
    const { json, lines, notes = [], refusals = [] } = await command.run(input);
    const exitCode = refusals.length === 0 ? EXIT.done : EXIT.refused;
    if (isJson) {
      const outcome = refusals.length === 0 ? { ok: true } : { ok: false, exitCode, refusals };
      io.stdout.write(`${JSON.stringify({ ...outcome, ...json })}\n`);
    } else {
      for (const line of lines) terminal.print(line);
      for (const line of notes) terminal.printError(line, 'dim');
    }
    printRefusals(refusals);
    return exitCode;
  } catch (error) {
    const failure = failureOf(error) ?? unreadableAnswer(error);
    if (!failure) throw error;
    const { exitCode, refusals, output } = failure;
    for (const line of output ? output.split('\n') : []) terminal.printError(line);
    // The words too, since a script that reads the object seldom shows it.
    if (isJson) io.stdout.write(`${JSON.stringify({ ok: false, exitCode, refusals })}\n`);
    printRefusals(refusals);
    return exitCode;
  }
}

/** The command that the first words name; none for the help of the whole. */
function findCommand(argv: readonly string[]): {
  readonly command?: Command;
  readonly rest: readonly string[];
} {
  const words = argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv;
  const [first, second] = words;
  if (first === '--help' || first === '-h') return { rest: [] };
  const known = COMMANDS.find(({ name }) => name === first || name === `${first} ${second}`);
  if (known) return { command: known, rest: words.slice(known.name.split(' ').length) };
  const similar = COMMANDS.filter(({ name }) => name.split(' ')[0] === first);
  const names = (similar.length > 0 ? similar : COMMANDS).map(({ name }) => name).join(', ');
  // Of a group, such as `team`, the second word is the wrong one.
  const typed = [first, ...(similar.length > 0 ? [second] : [])].filter(
    (word) => word !== undefined && !word.startsWith('-'),
  );
  const reason =
    typed.length === 0
      ? 'There is no command.'
      : `There is no command ${JSON.stringify(typed.join(' '))}.`;
  throw wrongUsage(reason, `Use one of: ${names}. More: portal --help`);
}

/** What was typed; undefined when the help is asked for. */
function readInput(
  command: Command,
  rest: readonly string[],
  { env, cwd }: CommandIo,
  progress: (text: string) => void,
): Input | undefined {
  const { values, positionals } = parsed(command, rest);
  if (values.help) return undefined;
  const count = command.args.length;
  const isShort = command.lastIsOptional && positionals.length === count - 1;
  if (positionals.length !== count && !isShort) {
    const reason =
      positionals.length > count
        ? `There are too many arguments: ${positionals.slice(count).join(' ')}.`
        : `An argument is missing: <${command.args[positionals.length]}>.`;
    throw wrongUsage(reason, usageOf(command));
  }
  const text = (option: string) => {
    const value = values[option];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    args: positionals,
    text,
    texts(option) {
      const value = values[option];
      return Array.isArray(value) ? value.map(String) : [];
    },
    flag: (option) => values[option] === true,
    connect: (url) =>
      connect({ url: url ?? text('url') ?? env.PORTAL_URL, token: env.PORTAL_TOKEN }),
    progress,
    cwd,
    env,
  };
}

function parsed(command: Command, rest: readonly string[]) {
  const all = { ...command.options, ...COMMON_OPTIONS };
  const options = Object.fromEntries(
    Object.entries(all).map(([name, option]) => [
      name,
      { type: option.type, multiple: 'multiple' in option && option.multiple === true },
    ]),
  );
  try {
    return parseWords(rest, options);
  } catch (error) {
    if (!(error instanceof WrongWords)) throw error;
    throw wrongUsage(error.message, usageOf(command));
  }
}

/** An entry that this version does not know; the server itself checks what it is asked. */
function unreadableAnswer(error: unknown): CommandFailure | undefined {
  if (!(error instanceof v.ValiError)) return undefined;
  return refused(
    'unreadable-answer',
    'The portal has answered in a form that this command does not know.',
    'Use the command of the same version as the portal.',
  );
}
