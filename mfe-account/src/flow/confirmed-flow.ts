import type { Flow } from '@portal/shared-routing';
import * as v from 'valibot';

/** A flow that a code opens and one form ends: changing or setting the password. */
export const ConfirmedStateSchema = v.variant('kind', [
  v.object({ kind: v.literal('start') }),
  /** `until`: how long the verified code allows the action, in ms since 1970. */
  v.object({ kind: v.literal('confirmed'), until: v.number() }),
  v.object({ kind: v.literal('done') }),
]);
export type ConfirmedState = v.InferOutput<typeof ConfirmedStateSchema>;

export type ConfirmedEvent =
  | { readonly type: 'codeAccepted'; readonly until: number }
  | { readonly type: 'actionDone' };

type Path = `/${string}`;

/**
 * The form opens once a code was accepted, also when its ten minutes are over: the form then asks for
 * a new code in its own place, and what was typed stays.
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
      { path: form, opens: (state) => state.kind === 'confirmed' },
      { path: complete, opens: (state) => state.kind === 'done' },
    ],
  } satisfies Flow<ConfirmedState, ConfirmedEvent> as Flow<ConfirmedState, ConfirmedEvent>;
}

/** Whether the code that was accepted still allows the action. */
export const stillConfirmed = (state: ConfirmedState, now: number): boolean =>
  state.kind === 'confirmed' && now < state.until;
