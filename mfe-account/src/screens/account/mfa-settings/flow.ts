import type { Flow } from '@portal/kit/routing';
import * as v from 'valibot';
import { draftFlow } from '../../../flow/draft-flow.ts';

const DoneSchema = v.picklist(['on', 'off', 'channel_changed', 'without_codes']);
const StateSchema = v.variant('kind', [
  v.object({ kind: v.literal('start') }),
  v.object({ kind: v.literal('done'), what: DoneSchema }),
]);
export type State = v.InferOutput<typeof StateSchema>;
export type WhatIsDone = v.InferOutput<typeof DoneSchema>;
export type Event = { readonly type: 'secondStepChanged'; readonly what: WhatIsDone };

export const STEPS = {
  start: '/account/mfa-settings',
  complete: '/account/mfa-settings/complete',
} as const;

const flow: Flow<State, Event> = {
  initial: { kind: 'start' },
  next: (_state, event) => ({ kind: 'done', what: event.what }),
  steps: [
    { path: STEPS.start, opens: () => true },
    { path: STEPS.complete, opens: ({ kind }) => kind === 'done' },
  ],
};

export const mfaFlow = draftFlow('mfa-settings', flow, StateSchema);
