import { useLingui } from '@lingui/react/macro';
import { draftFlow, type Flow } from '@portal/kit/routing';
import { type SentCodeState, SentCodeStateSchema } from '@portal/kit/ui/step-up';
import * as v from 'valibot';

export const STEPS = {
  start: '/reset-password',
  verify: '/reset-password/verify-code',
  form: '/reset-password/form',
  complete: '/reset-password/complete',
} as const;

/** What session storage keeps: the address as typed, but never the code or the password. */
const StateSchema = v.variant('kind', [
  v.object({ kind: v.literal('start'), email: v.string() }),
  v.object({ kind: v.literal('sent'), email: v.string(), code: SentCodeStateSchema }),
  /** `ticket` sets one password until `until` (ms since 1970). A link does not say the address. */
  v.object({
    kind: v.literal('confirmed'),
    by: v.optional(v.picklist(['mfa_forgot_password', 'reset_password_link'])),
    email: v.string(),
    ticket: v.string(),
    until: v.number(),
  }),
  v.object({ kind: v.literal('done'), email: v.string(), deviceToken: v.optional(v.string()) }),
]);
export type ResetState = v.InferOutput<typeof StateSchema>;

export type ResetEvent =
  | { readonly type: 'addressTyped'; readonly email: string }
  | { readonly type: 'codeSent'; readonly code: SentCodeState }
  | { readonly type: 'codeTried'; readonly code: SentCodeState }
  | { readonly type: 'codeAccepted'; readonly ticket: string; readonly until: number }
  | { readonly type: 'linkOpened'; readonly ticket: string; readonly until: number }
  | { readonly type: 'passwordSet'; readonly deviceToken: string }
  /** The ticket has ended. */
  | { readonly type: 'ticketSpent' };

export const flow: Flow<ResetState, ResetEvent> = {
  initial: { kind: 'start', email: '' },
  next(state, event) {
    switch (event.type) {
      case 'addressTyped':
        if (state.kind === 'sent') return { ...state, email: event.email };
        return { kind: 'start', email: event.email };
      case 'codeSent':
        return { kind: 'sent', email: event.code.to, code: event.code };
      case 'codeTried':
        return state.kind === 'sent' ? { ...state, code: event.code } : state;
      case 'codeAccepted':
        if (state.kind !== 'sent') return state;
        return {
          kind: 'confirmed',
          by: 'mfa_forgot_password',
          email: state.code.to,
          ticket: event.ticket,
          until: event.until,
        };
      case 'linkOpened': {
        const { ticket, until } = event;
        return { kind: 'confirmed', by: 'reset_password_link', email: '', ticket, until };
      }
      case 'passwordSet': {
        if (state.kind !== 'confirmed') return state;
        return { kind: 'done', email: state.email, deviceToken: event.deviceToken };
      }
      case 'ticketSpent':
        return { kind: 'start', email: state.email };
    }
  },
  steps: [
    { path: STEPS.start, opens: () => true },
    { path: STEPS.verify, opens: ({ kind }) => kind === 'sent' },
    // The step opens with an expired ticket too, and then says what to do.
    { path: STEPS.form, opens: ({ kind }) => kind === 'confirmed' },
    { path: STEPS.complete, opens: ({ kind }) => kind === 'done' },
  ],
};

export const resetFlow = draftFlow({ key: 'reset-password', flow, schema: StateSchema });

export function useStepNames(): string[] {
  const { t } = useLingui();
  return [
    t({ context: 'step', message: 'Email' }),
    t({ context: 'step', message: 'Code' }),
    t({ context: 'step', message: 'New password' }),
    t({ context: 'step', message: 'Done' }),
  ];
}
