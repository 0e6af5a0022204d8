/** A reason for which a release is not promoted. */
export type Problem = {
  /** The check that found it and what it found: `routes.clash`. */
  readonly code: string;
  /** What is wrong, in a sentence for the team. */
  readonly reason: string;
  /** What the team can do about it. */
  readonly remedy: string;
};
