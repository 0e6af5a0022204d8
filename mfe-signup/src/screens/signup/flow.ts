import { useLingui } from '@lingui/react/macro';
import { draftFlow, type Flow } from '@portal/kit/routing';
import { type SentCodeState, SentCodeStateSchema } from '@portal/kit/ui/step-up';
import * as v from 'valibot';

export const STEPS = { email: '/signup/enter-email', verify: '/signup/verify-code' } as const;

/** What session storage keeps: the address as typed, but never the code or the password. */
const StateSchema = v.object({
  email: v.string(),
  agreed: v.boolean(),
  /** The terms have changed since the visitor agreed, so the form asks again. */
  termsChanged: v.optional(v.boolean()),
  /** Present when signing up with an account at another service: the identity provider's ticket, good once. */
  line: v.optional(v.object({ ticket: v.string() })),
  /** A code was sent to `code.to`; `terms` is the version that the visitor agreed to. */
  sent: v.optional(v.object({ code: SentCodeStateSchema, terms: v.string() })),
});
export type SignUpState = v.InferOutput<typeof StateSchema>;

/** The identity provider's ticket for the visitor's account at another service. */
export const ticketOf = ({ line }: SignUpState): string | undefined => line?.ticket;

type SignUpEvent =
  | { readonly type: 'emailChosen' }
  | {
      readonly type: 'ticketArrived';
      readonly ticket: string;
      readonly email?: string | undefined;
    }
  | { readonly type: 'typed'; readonly email: string; readonly agreed: boolean }
  | { readonly type: 'codeSent'; readonly code: SentCodeState; readonly terms: string }
  | { readonly type: 'codeTried'; readonly code: SentCodeState }
  | { readonly type: 'termsChanged' };

export const flow: Flow<SignUpState, SignUpEvent> = {
  initial: { email: '', agreed: false },
  next(state, event) {
    switch (event.type) {
      case 'emailChosen':
        return {
          email: state.email,
          agreed: state.agreed,
          ...(state.sent && { sent: state.sent }),
        };
      case 'ticketArrived':
        return {
          email: event.email ?? state.email,
          agreed: state.agreed,
          line: { ticket: event.ticket },
        };
      case 'typed':
        return { ...state, email: event.email, agreed: event.agreed };
      case 'codeSent': {
        const { termsChanged: _, ...rest } = state;
        return { ...rest, agreed: true, sent: { code: event.code, terms: event.terms } };
      }
      case 'codeTried':
        return state.sent ? { ...state, sent: { ...state.sent, code: event.code } } : state;
      case 'termsChanged': {
        const { sent: _, ...rest } = state;
        return { ...rest, agreed: false, termsChanged: true };
      }
    }
  },
  steps: [
    { path: STEPS.email, opens: () => true },
    { path: STEPS.verify, opens: ({ sent }) => sent !== undefined },
  ],
};

export const signUpFlow = draftFlow({ key: 'sign-up', flow, schema: StateSchema });

/** The steps of a sign-up. The profile is the last of them. */
export function useStepNames({ withPassword }: { readonly withPassword: boolean }): string[] {
  const { t } = useLingui();
  return [
    t({ context: 'step', message: 'Email' }),
    t({ context: 'step', message: 'Code' }),
    ...(withPassword ? [t({ context: 'step', message: 'Password' })] : []),
    t({ context: 'step', message: 'Details' }),
  ];
}
