import { type ReleaseRefusal, refusal } from '../log/refusal.ts';

/** How the command ends; docs/releases.md lists them. */
export const EXIT = { done: 0, refused: 1, usage: 2, unreachable: 3 } as const;
type FailureCode = Exclude<(typeof EXIT)[keyof typeof EXIT], 0>;

export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly exitCode: FailureCode;
  readonly refusals: readonly ReleaseRefusal[];
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

export const refused = (...[code, reason, remedy]: Parameters<typeof refusal>): CommandFailure =>
  new CommandFailure(EXIT.refused, [refusal(code, reason, remedy)]);

export const wrongUsage = (reason: string, remedy: string): CommandFailure =>
  new CommandFailure(EXIT.usage, [refusal('usage', reason, remedy)]);
