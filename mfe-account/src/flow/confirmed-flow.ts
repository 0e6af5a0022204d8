import type { Flow } from '@portal/kit/routing';
import * as v from 'valibot';

/** State of a flow that starts with a step-up and ends with one form: changing or setting the password. */
export const ConfirmedStateSchema = v.variant('kind', [
  v.object({ kind: v.literal('start') }),
  /** `until`: when the step-up ends, in ms since the epoch. */
  v.object({ kind: v.literal('confirmed'), until: v.number() }),
  v.object({ kind: v.literal('done') }),
]);
export type ConfirmedState = v.InferOutput<typeof ConfirmedStateSchema>;

export type ConfirmedEvent =
  | { readonly type: 'codeAccepted'; readonly until: number }
  | { readonly type: 'actionDone' };

type Path = `/${string}`;

/**
 * The form step opens while the step-up holds. A password that is typed later would be lost, because the
 * step-up is given on another page.
 */
export function confirmedFlow(start: Path, form: Path, complete: Path) {
  return {
    initial: { kind: 'start' },
    next(state, event) {
      if (event.type === 'codeAccepted') return { kind: 'confirmed', until: event.until };
      return state.kind === 'confirmed' ? { kind: 'done' } : state;
    },
    steps: [
      { path: start, opens: () => true },
      { path: form, opens: (state, now) => state.kind === 'confirmed' && now < state.until },
      { path: complete, opens: (state) => state.kind === 'done' },
    ],
  } satisfies Flow<ConfirmedState, ConfirmedEvent> as Flow<ConfirmedState, ConfirmedEvent>;
}
