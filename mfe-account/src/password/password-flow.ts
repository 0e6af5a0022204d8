import { useLingui } from '@lingui/react/macro';
import { storedSubject } from '@portal/kit/auth';
import { type DraftFlow, draftFlow, type Flow } from '@portal/kit/routing';
import * as v from 'valibot';

type Path = `/${string}`;
type Steps = { readonly start: Path; readonly form: Path; readonly complete: Path };

const StateSchema = v.variant('kind', [
  v.object({ kind: v.literal('start') }),
  /** `until`: when the step-up ends, in ms since the epoch. */
  v.object({ kind: v.literal('confirmed'), until: v.number() }),
  v.object({ kind: v.literal('done') }),
]);
type State = v.InferOutput<typeof StateSchema>;
type Event =
  | { readonly type: 'codeAccepted'; readonly until: number }
  | { readonly type: 'actionDone' };

/** A step-up, a form, done. A password typed before the step-up, which is on another page, would be lost. */
export function confirmedFlow({ start, form, complete }: Steps): Flow<State, Event> {
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
  };
}

/** The flow of a new password: of the next one, or of the first. */
export type PasswordFlow = DraftFlow<State, Event> & {
  readonly kind: 'change' | 'set';
  readonly steps: Steps;
};

const passwordFlow = (kind: PasswordFlow['kind'], key: string, steps: Steps): PasswordFlow => ({
  kind,
  steps,
  ...draftFlow({ key, flow: confirmedFlow(steps), schema: StateSchema, owner: storedSubject }),
});

export const changePasswordFlow = passwordFlow('change', 'change-password', {
  start: '/account/change-password',
  form: '/account/change-password/form',
  complete: '/account/change-password/complete',
});

export const passwordSettingsFlow = passwordFlow('set', 'password-settings', {
  start: '/account/password-settings',
  form: '/account/password-settings/change',
  complete: '/account/password-settings/complete',
});

export function usePasswordSteps(): string[] {
  const { t } = useLingui();
  return [
    t({ context: 'step', message: 'Confirm it is you' }),
    t({ context: 'step', message: 'New password' }),
    t({ context: 'step', message: 'Done' }),
  ];
}
