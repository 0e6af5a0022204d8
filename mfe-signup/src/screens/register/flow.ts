import { storedSubject } from '@portal/kit/auth';
import { type Profile, ProfileSchema } from '@portal/kit/contract';
import { draftFlow, type Flow } from '@portal/kit/routing';
import { type ProfileValues, ProfileValuesSchema } from '@portal/kit/ui/profile-form';
import * as v from 'valibot';

export const STEPS = {
  form: '/register',
  confirm: '/register/confirm',
  complete: '/register/complete',
  secondStep: '/register/enable-2fa',
} as const;

const StateSchema = v.variant('kind', [
  v.object({ kind: v.literal('start') }),
  v.object({
    kind: v.literal('typing'),
    values: ProfileValuesSchema,
    /** The payload of the form that passed validation; null again as soon as the member edits a field. */
    profile: v.nullable(ProfileSchema),
    /** The errors that the server found in the payload: message keys by field. */
    refused: v.optional(v.record(v.string(), v.array(v.string()))),
  }),
  v.object({ kind: v.literal('saved') }),
]);
export type RegisterState = v.InferOutput<typeof StateSchema>;

export type RegisterEvent =
  | { readonly type: 'typed'; readonly values: ProfileValues }
  | { readonly type: 'checked'; readonly values: ProfileValues; readonly profile: Profile }
  | { readonly type: 'refused'; readonly descriptions: Record<string, string[]> }
  | { readonly type: 'saved' };

export const flow: Flow<RegisterState, RegisterEvent> = {
  initial: { kind: 'start' },
  next(state, event) {
    switch (event.type) {
      case 'typed':
        return { kind: 'typing', values: event.values, profile: null };
      case 'checked':
        return { kind: 'typing', values: event.values, profile: event.profile };
      case 'refused':
        if (state.kind !== 'typing') return state;
        return { ...state, profile: null, refused: event.descriptions };
      case 'saved':
        return { kind: 'saved' };
    }
  },
  steps: [
    { path: STEPS.form, opens: () => true },
    { path: STEPS.confirm, opens: (state) => state.kind === 'typing' && state.profile !== null },
    { path: STEPS.complete, opens: ({ kind }) => kind === 'saved' },
    { path: STEPS.secondStep, opens: ({ kind }) => kind === 'saved' },
  ],
};

export const registerFlow = draftFlow({
  key: 'register',
  flow,
  schema: StateSchema,
  owner: storedSubject,
});
