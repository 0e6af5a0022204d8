/** Why something is refused. The words are for the person who asked for it. */
export type ReleaseRefusal = {
  /** For programs: `not-your-part`. */
  readonly code: string;
  /** One sentence: what prevents it. */
  readonly reason: string;
  /** One sentence: what to do. */
  readonly remedy: string;
};

export const refusal = (code: string, reason: string, remedy: string): ReleaseRefusal => ({
  code,
  reason,
  remedy,
});

export const isRefusal = (found: object): found is ReleaseRefusal => 'remedy' in found;

export const NOTHING_CHANGES = refusal(
  'nothing-changes',
  'The state is as you ask for already.',
  'There is nothing to do.',
);
