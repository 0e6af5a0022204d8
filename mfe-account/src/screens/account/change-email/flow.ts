import { useLingui } from '@lingui/react/macro';
import type { Flow } from '@portal/kit/routing';
import { type SentCodeState, SentCodeStateSchema } from '@portal/kit/ui/step-up';
import * as v from 'valibot';
import { draftFlow } from '../../../flow/draft-flow.ts';

/** The stored state: the address as typed, never the password or a code. */
const StateSchema = v.variant('kind', [
  v.object({ kind: v.literal('start'), email: v.string() }),
  v.object({ kind: v.literal('confirmed'), email: v.string(), until: v.number() }),
  v.object({
    kind: v.literal('sent'),
    email: v.string(),
    until: v.number(),
    code: SentCodeStateSchema,
  }),
  v.object({ kind: v.literal('done'), email: v.string() }),
]);
export type State = v.InferOutput<typeof StateSchema>;

export type Event =
  /** The member has confirmed the change; `until` is in ms since the epoch. */
  | { readonly type: 'changeConfirmed'; readonly until: number }
  | { readonly type: 'addressTyped'; readonly email: string }
  | { readonly type: 'codeSent'; readonly email: string; readonly code: SentCodeState }
  /** The code to the new address was right: that was the change. */
  | { readonly type: 'newAddressConfirmed' };

export const STEPS = {
  start: '/account/change-email',
  form: '/account/change-email/form',
  verify: '/account/change-email/verify-code',
  complete: '/account/change-email/complete',
} as const;

export const flow: Flow<State, Event> = {
  initial: { kind: 'start', email: '' },
  next(state, event) {
    switch (event.type) {
      case 'changeConfirmed':
        return {
          kind: 'confirmed',
          email: state.kind === 'done' ? '' : state.email,
          until: event.until,
        };
      case 'addressTyped':
        return state.kind === 'done' ? state : { ...state, email: event.email };
      case 'codeSent':
        if (state.kind !== 'confirmed' && state.kind !== 'sent') return state;
        return { kind: 'sent', email: event.email, until: state.until, code: event.code };
      case 'newAddressConfirmed':
        return state.kind === 'sent' ? { kind: 'done', email: state.email } : state;
    }
  },
  steps: [
    { path: STEPS.start, opens: () => true },
    {
      path: STEPS.form,
      opens: (state, now) =>
        (state.kind === 'confirmed' || state.kind === 'sent') && now < state.until,
    },
    { path: STEPS.verify, opens: ({ kind }) => kind === 'sent' },
    { path: STEPS.complete, opens: ({ kind }) => kind === 'done' },
  ],
};

export const changeEmailFlow = draftFlow('change-email', flow, StateSchema);

export function useStepNames(): string[] {
  const { t } = useLingui();
  return [
    t({ context: 'step', message: 'Confirm it is you' }),
    t({ context: 'step', message: 'New address' }),
    t({ context: 'step', message: 'Confirm the address' }),
    t({ context: 'step', message: 'Done' }),
  ];
}
