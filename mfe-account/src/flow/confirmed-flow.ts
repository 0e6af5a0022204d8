import type { Flow } from '@portal/shared-routing';
import * as v from 'valibot';

/**
 * State of a flow that starts with a code and ends with one form: changing or setting the password.
 */
export const ConfirmedStateSchema = v.variant('kind', [
  v.object({ kind: v.literal('start') }),
  /** `until`: when the verified code stops allowing the action, in ms since the epoch. */
  v.object({ kind: v.literal('confirmed'), until: v.number() }),
  v.object({ kind: v.literal('done') }),
]);
export type ConfirmedState = v.InferOutput<typeof ConfirmedStateSchema>;

export type ConfirmedEvent =
  | { readonly type: 'codeAccepted'; readonly until: number }
  | { readonly type: 'actionDone' };

type Path = `/${string}`;

/**
 * The form step opens once a code was accepted, even when its ten minutes are over. The form then
 * asks for a new code in place and keeps what was typed.
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

/** Whether the accepted code still allows the action at `now` (ms since the epoch). */
export const stillConfirmed = (state: ConfirmedState, now: number): boolean =>
  state.kind === 'confirmed' && now < state.until;
