import type { PortalConnection } from '@portal/delivery-model/client/connection';
import type { ReleaseRefusal } from '@portal/delivery-model/log/refusal';

/** What the command gets from the process that runs it. */
export type CommandIo = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The current folder, for relative names of files. */
  readonly cwd: string;
  readonly stdout: Output;
  readonly stderr: Output;
};

type Output = { write(text: string): unknown; readonly isTTY?: boolean };

/** An option of one command; every command also has those of `COMMON_OPTIONS`. */
export type CommandOption = {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  /** What stands for the value in the help: `<file>`. */
  readonly value?: string;
  readonly help: string;
};

/** What was typed behind the command's name, and what the command needs to do its work. */
export type Input = {
  /** As many as the command has arguments. */
  readonly args: readonly string[];
  /** The value of an option that is given at most once. */
  text(option: string): string | undefined;
  /** The values of an option that can be given several times. */
  texts(option: string): readonly string[];
  /** Whether an option without a value is given. */
  flag(option: string): boolean;
  /**
   * The portal, called with the team's token.
   * @throws CommandFailure without settings
   */
  connect(): PortalConnection;
  /** Says on a terminal how far the work is. */
  progress(text: string): void;
  readonly cwd: string;
  readonly env: CommandIo['env'];
};

/** What a command answers. */
export type Result = {
  /** With `--json`; its shape is promised (docs/releases.md). */
  readonly json: object;
  /** For people. */
  readonly lines: readonly string[];
  /** What `lines` leaves to say on a terminal, beside what a script wants to read. */
  readonly notes?: readonly string[];
  /** What could not be done although the rest was; the exit code is then 1. */
  readonly refusals?: readonly ReleaseRefusal[];
};

export type Command = {
  /** One word or two: `promote`, `team set`. */
  readonly name: string;
  /** Names of the arguments, each needed: `part`. */
  readonly args: readonly string[];
  /** The last argument may be left out. */
  readonly lastIsOptional?: boolean;
  readonly summary: string;
  /** Further sentences for the help. */
  readonly details?: readonly string[];
  readonly options?: Readonly<Record<string, CommandOption>>;
  run(input: Input): Promise<Result>;
};
