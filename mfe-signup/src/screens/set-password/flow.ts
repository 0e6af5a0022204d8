import { draftFlow, type Flow } from '@portal/kit/routing';
import * as v from 'valibot';

export const STEPS = {
  link: '/verify-email',
  form: '/set-password',
  complete: '/set-password/complete',
} as const;

const StateSchema = v.variant('kind', [
  v.object({ kind: v.literal('start') }),
  /** The link was valid; `ticket` sets one password. `email` is masked. */
  v.object({ kind: v.literal('confirmed'), ticket: v.string(), email: v.string() }),
  v.object({ kind: v.literal('done'), deviceToken: v.optional(v.string()) }),
]);
export type State = v.InferOutput<typeof StateSchema>;

export type Event =
  | { readonly type: 'linkAccepted'; readonly ticket: string; readonly email: string }
  | { readonly type: 'passwordSet'; readonly deviceToken: string }
  | { readonly type: 'ticketSpent' };

/** The link in the email message is the first step; without it the later steps redirect. */
export const flow: Flow<State, Event> = {
  initial: { kind: 'start' },
  next(state, event) {
    switch (event.type) {
      case 'linkAccepted':
        return { kind: 'confirmed', ticket: event.ticket, email: event.email };
      case 'passwordSet':
        return state.kind === 'confirmed'
          ? { kind: 'done', deviceToken: event.deviceToken }
          : state;
      case 'ticketSpent':
        return { kind: 'start' };
    }
  },
  steps: [
    { path: STEPS.link, opens: () => true },
    { path: STEPS.form, opens: ({ kind }) => kind === 'confirmed' },
    { path: STEPS.complete, opens: ({ kind }) => kind === 'done' },
  ],
};

export const setPasswordFlow = draftFlow({ key: 'set-password', flow, schema: StateSchema });
