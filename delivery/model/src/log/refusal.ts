import type { EnvironmentState } from '../state.ts';

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

/** The state after an operation, or why it is refused. */
export type Outcome =
  | { readonly ok: true; readonly state: EnvironmentState }
  | { readonly ok: false; readonly refusal: ReleaseRefusal };

export const changed = (state: EnvironmentState): Outcome => ({ ok: true, state });

export const refused = (...words: Parameters<typeof refusal>): Outcome => ({
  ok: false,
  refusal: refusal(...words),
});

export const nothingChanges = (): Outcome =>
  refused('nothing-changes', 'The state is as you ask for already.', 'There is nothing to do.');
