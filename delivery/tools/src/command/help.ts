import type { Command, CommandOption } from './command.ts';
import { COMMANDS } from './commands/index.ts';
import { columns } from './words.ts';

/** The options of every command. */
export const COMMON_OPTIONS = {
  url: { type: 'string', value: '<url>', help: 'the portal (PORTAL_URL): https://portal.example' },
  json: { type: 'boolean', help: 'prints the answer as one JSON object' },
  help: { type: 'boolean', help: 'prints this help' },
} as const satisfies Readonly<Record<string, CommandOption>>;

const EXIT_CODES = 'Exit codes: 0 done, 1 refused, 2 wrong usage, 3 portal not reached.';

/** The help of the whole command. */
export const overview = (): string[] => [
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

/** The help of one command. */
export const commandHelp = (command: Command): string[] => [
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

/** `Usage: portal promote <part> <version> [options]`. */
export const usageOf = (command: Command): string =>
  `Usage: portal ${nameAndArgs(command)} [options]`;

const nameAndArgs = ({ name, args, lastIsOptional }: Command) =>
  [
    name,
    ...args.map((arg, at) =>
      lastIsOptional && at === args.length - 1 ? `[<${arg}>]` : `<${arg}>`,
    ),
  ].join(' ');

const optionLines = (options: Readonly<Record<string, CommandOption>>): string[] =>
  columns(
    Object.entries(options).map(([name, { value, help, multiple }]) => [
      `  --${name}${value ? ` ${value}` : ''}${multiple ? ' …' : ''}`,
      help,
    ]),
  );
