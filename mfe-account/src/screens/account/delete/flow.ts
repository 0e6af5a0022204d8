import { LEAVING_COMMENT_MAX, LEAVING_REASONS } from '@portal/kit/contract';
import type { Flow } from '@portal/kit/routing';
import * as v from 'valibot';
import { keptFlow } from '../../../flow/kept-flow.ts';

const ReasonSchema = v.picklist(LEAVING_REASONS);
const StateSchema = v.variant('kind', [
  v.object({
    kind: v.literal('telling'),
    reason: v.nullable(ReasonSchema),
    comment: v.string(),
  }),
  v.object({
    kind: v.literal('told'),
    reason: ReasonSchema,
    comment: v.pipe(v.string(), v.maxLength(LEAVING_COMMENT_MAX)),
  }),
]);
export type State = v.InferOutput<typeof StateSchema>;
type Reason = v.InferOutput<typeof ReasonSchema>;

export type Event =
  | { readonly type: 'typed'; readonly reason?: Reason; readonly comment?: string }
  | { readonly type: 'reasonGiven'; readonly reason: Reason; readonly comment: string };

export const STEPS = { start: '/account/delete', confirm: '/account/delete/confirm' } as const;

/** There is no step after the last one: the session guard shows that the account is closed. */
export const flow: Flow<State, Event> = {
  initial: { kind: 'telling', reason: null, comment: '' },
  next(state, event) {
    const { reason = state.reason, comment = state.comment } = event;
    return event.type === 'reasonGiven'
      ? { kind: 'told', reason: event.reason, comment }
      : { kind: 'telling', reason, comment };
  },
  steps: [
    { path: STEPS.start, opens: () => true },
    { path: STEPS.confirm, opens: ({ kind }) => kind === 'told' },
  ],
};

export const deleteFlow = keptFlow('delete', flow, StateSchema);
