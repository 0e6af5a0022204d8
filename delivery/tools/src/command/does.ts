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
export type Output = { write(text: string): unknown; readonly isTTY?: boolean };

/** What a command needs to do its work, beside what was typed. */
export type Input = Pick<CommandIo, 'cwd' | 'env'> & {
  /**
   * The portal, called with the team's token.
   * @throws CommandFailure without settings
   */
  connect(): PortalConnection;
  /** Says on a terminal how far the work is. */
  progress(text: string): void;
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

/** The action of a command of `commander`: gets its arguments, and then its options. */
export type Does = (
  work: (input: Input, ...words: never[]) => Promise<Result>,
) => (...words: unknown[]) => Promise<void>;
