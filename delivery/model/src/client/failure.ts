import { type ReleaseRefusal, refusal } from '../log/refusal.ts';

/** How the command ends; docs/releases.md lists them. */
export const EXIT = { done: 0, refused: 1, usage: 2, unreachable: 3 } as const;
type FailureCode = Exclude<(typeof EXIT)[keyof typeof EXIT], 0>;

/** The command cannot do what was asked, for reasons that the caller can act on. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly exitCode: FailureCode;
  readonly refusals: readonly ReleaseRefusal[];
  /** What a program has printed that ran on this machine, and failed. */
  readonly output: string;

  constructor(
    exitCode: FailureCode,
    refusals: readonly ReleaseRefusal[],
    { output = '', ...options }: ErrorOptions & { readonly output?: string } = {},
  ) {
    super(refusals.map(({ reason, remedy }) => `${reason} ${remedy}`).join('\n'), options);
    this.exitCode = exitCode;
    this.refusals = refusals;
    this.output = output;
  }
}

/** What was asked is not allowed, or there is nothing to do it with. */
export const refused = (...[code, reason, remedy]: Parameters<typeof refusal>): CommandFailure =>
  new CommandFailure(EXIT.refused, [refusal(code, reason, remedy)]);

/** The command was called in a wrong way. */
export const wrongUsage = (reason: string, remedy: string): CommandFailure =>
  new CommandFailure(EXIT.usage, [refusal('usage', reason, remedy)]);
