import { connect, failureOf } from '@portal/delivery-model/client/connection';
import { EXIT, wrongUsage } from '@portal/delivery-model/client/failure';
import type { ReleaseRefusal } from '@portal/delivery-model/log/refusal';
import { parseWords, WrongWords } from '@portal/shared-process/command-line';
import type { Command, CommandIo, CommandOption, Input } from './command.ts';
import { COMMANDS } from './commands/index.ts';
import { columns } from './words.ts';

/** The options of every command. */
const COMMON_OPTIONS: Readonly<Record<string, CommandOption>> = {
  url: { type: 'string', value: '<url>', help: 'the portal (PORTAL_URL): https://portal.example' },
  json: { type: 'boolean', help: 'prints the answer as one JSON object' },
  help: { type: 'boolean', help: 'prints this help' },
};
const EXIT_CODES = 'Exit codes: 0 done, 1 refused, 2 wrong usage, 3 portal not reached.';
const CLEAR_LINE = '\r\x1b[2K';

/**
 * Runs `portal` with these arguments and answers its exit code. What cannot be done is printed with reason
 * and remedy; bugs throw.
 */
export async function runPortal(argv: readonly string[], io: CommandIo): Promise<number> {
  const { stdout, stderr } = io;
  // Also for a failure of reading the options themselves.
  const isJson = argv.includes('--json');
  let hasProgress = false;
  /** Says on a terminal how far the work is, in a line that the next one replaces. */
  const progress = (text: string) => {
    if (isJson || !stderr.isTTY) return;
    stderr.write(CLEAR_LINE + withoutControls(text));
    hasProgress = true;
  };
  const print = (out: CommandIo['stdout'], lines: readonly string[]) => {
    if (hasProgress) stderr.write(CLEAR_LINE);
    hasProgress = false;
    for (const line of lines) out.write(`${withoutControls(line)}\n`);
  };
  const printRefusals = (refusals: readonly ReleaseRefusal[]) =>
    print(
      stderr,
      refusals.flatMap(({ code, reason, remedy }) => [`${reason} (${code})`, `  ${remedy}`]),
    );
  try {
    const [first] = argv;
    if (first === '--help' || first === '-h' || first === 'help') {
      print(stdout, overview());
      return EXIT.done;
    }
    const command = findCommand(argv);
    const input = readInput(command, argv.slice(command.name.split(' ').length), io, progress);
    if (!input) {
      print(stdout, commandHelp(command));
      return EXIT.done;
    }
    const { json, lines, notes = [], refusals = [] } = await command.run(input);
    const exitCode = refusals.length === 0 ? EXIT.done : EXIT.refused;
    if (isJson) {
      const outcome = refusals.length === 0 ? { ok: true } : { ok: false, exitCode, refusals };
      stdout.write(`${JSON.stringify({ ...outcome, ...json })}\n`);
    } else {
      print(stdout, lines);
      print(stderr, notes);
    }
    printRefusals(refusals);
    return exitCode;
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    const { exitCode, refusals, output } = failure;
    print(stderr, output ? output.split('\n') : []);
    // The words too, since a script that reads the object seldom shows it.
    if (isJson) stdout.write(`${JSON.stringify({ ok: false, exitCode, refusals })}\n`);
    printRefusals(refusals);
    return exitCode;
  }
}

/** A reason of another team must not be able to move the cursor or to change the window's title. */
const withoutControls = (text: string) => text.replace(/\p{Cc}/gu, '�');

/** @throws CommandFailure where the first words name none */
function findCommand([first = '', second = '']: readonly string[]): Command {
  const known = COMMANDS.find(({ name }) => name === first || name === `${first} ${second}`);
  if (known) return known;
  const names = COMMANDS.map(({ name }) => name).join(', ');
  throw wrongUsage(
    /^(-|$)/.test(first)
      ? 'There is no command.'
      : `There is no command ${JSON.stringify(first)} here.`,
    `Use one of: ${names}. More: portal --help`,
  );
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
  const { args, lastIsOptional } = command;
  if (positionals.length > args.length || positionals.length < args.length - +!!lastIsOptional) {
    throw wrongUsage('There are too many arguments, or too few.', usageOf(command));
  }
  const text = (option: string) => values[option] as string | undefined;
  return {
    args: positionals,
    text,
    texts: (option) => (values[option] ?? []) as string[],
    flag: (option) => values[option] === true,
    connect: () => connect({ url: text('url') ?? env.PORTAL_URL, token: env.PORTAL_TOKEN }),
    progress,
    cwd,
    env,
  };
}

function parsed(command: Command, rest: readonly string[]) {
  const options = Object.entries({ ...command.options, ...COMMON_OPTIONS }).map(
    ([name, { type, multiple = false }]) => [name, { type, multiple }] as const,
  );
  try {
    return parseWords(rest, Object.fromEntries(options));
  } catch (error) {
    if (!(error instanceof WrongWords)) throw error;
    throw wrongUsage(error.message, usageOf(command));
  }
}

const overview = (): string[] => [
  'portal: releases parts of the portal, each by its own team.',
  '',
  'Usage: portal <command> [options]',
  '',
  ...columns(COMMANDS.map((command) => [`  ${nameAndArgs(command)}`, command.summary])),
  '',
  'Options of every command:',
  ...optionLines(COMMON_OPTIONS),
  'PORTAL_TOKEN is the token of your team, which the operator gives.',
  '',
  EXIT_CODES,
  'More: portal <command> --help, and docs/releases.md',
];

const commandHelp = (command: Command): string[] => [
  command.summary,
  '',
  usageOf(command),
  ...(command.details ? ['', ...command.details] : []),
  '',
  'Options:',
  ...optionLines({ ...command.options, ...COMMON_OPTIONS }),
  '',
  EXIT_CODES,
];

const usageOf = (command: Command): string => `Usage: portal ${nameAndArgs(command)} [options]`;

const nameAndArgs = ({ name, args, lastIsOptional }: Command) => {
  const named = args.map((arg) => `<${arg}>`).join(' ');
  return `${name} ${lastIsOptional ? `[${named}]` : named}`.trimEnd();
};

const optionLines = (options: Readonly<Record<string, CommandOption>>): string[] =>
  columns(
    Object.entries(options).map(([name, { value, help, multiple }]) => [
      `  --${name}${value ? ` ${value}` : ''}${multiple ? ' …' : ''}`,
      help,
    ]),
  );
