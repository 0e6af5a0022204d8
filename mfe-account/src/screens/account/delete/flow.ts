import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { LEAVING_COMMENT_MAX, LEAVING_REASONS, type LeavingReason } from '@portal/kit/contract';
import type { Flow } from '@portal/kit/routing';
import * as v from 'valibot';
import { draftFlow } from '../../../flow/draft-flow.ts';

const ReasonSchema = v.picklist(LEAVING_REASONS);
/** The passports that are given up, with the names of their holders. */
const GivenUpSchema = v.optional(v.array(v.object({ id: v.string(), name: v.string() })), []);
const StateSchema = v.variant('kind', [
  v.object({
    kind: v.literal('telling'),
    reason: v.nullable(ReasonSchema),
    comment: v.string(),
    givenUp: GivenUpSchema,
  }),
  v.object({
    kind: v.literal('told'),
    reason: ReasonSchema,
    comment: v.pipe(v.string(), v.maxLength(LEAVING_COMMENT_MAX)),
    givenUp: GivenUpSchema,
  }),
]);
export type State = v.InferOutput<typeof StateSchema>;
type Reason = v.InferOutput<typeof ReasonSchema>;
export type GivenUp = v.InferOutput<typeof GivenUpSchema>;

export type Event =
  | {
      readonly type: 'typed';
      readonly reason?: Reason;
      readonly comment?: string;
      readonly givenUp?: GivenUp;
    }
  | { readonly type: 'reasonGiven'; readonly reason: Reason; readonly comment: string };

export const STEPS = { start: '/account/delete', confirm: '/account/delete/confirm' } as const;

/** There is no step after the last one: the session guard shows that the account is closed. */
export const flow: Flow<State, Event> = {
  initial: { kind: 'telling', reason: null, comment: '', givenUp: [] },
  next(state, event) {
    if (event.type === 'reasonGiven') {
      const { reason, comment } = event;
      return { kind: 'told', reason, comment, givenUp: state.givenUp };
    }
    const { reason, comment, givenUp } = state;
    const { type: _, ...typed } = event;
    return { kind: 'telling', reason, comment, givenUp, ...typed };
  },
  steps: [
    { path: STEPS.start, opens: () => true },
    { path: STEPS.confirm, opens: ({ kind }) => kind === 'told' },
  ],
};

export const deleteFlow = draftFlow('delete', flow, StateSchema);

export const REASON_TEXTS: Readonly<Record<LeavingReason, MessageDescriptor>> = {
  not_needed: msg`I no longer need it`,
  hard_to_use: msg`It is hard to use`,
  too_many_mails: msg`I get too many emails`,
  privacy: msg`I am concerned about my personal data`,
  another_account: msg`I have another account`,
  other: msg({ context: 'reason for leaving', message: 'Another reason' }),
};

export function useStepNames(): string[] {
  const { t } = useLingui();
  return [
    t({ context: 'step', message: 'What you lose' }),
    t({ context: 'step', message: 'Confirmation' }),
  ];
}
