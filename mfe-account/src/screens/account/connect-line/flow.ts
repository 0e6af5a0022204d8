import type { Flow } from '@portal/kit/routing';
import * as v from 'valibot';
import { draftFlow } from '../../../flow/draft-flow.ts';

const StateSchema = v.variant('kind', [
  v.object({ kind: v.literal('start') }),
  /** The member is at LINE; the return must carry this state. */
  v.object({ kind: v.literal('connecting'), state: v.string() }),
  v.object({ kind: v.literal('connected') }),
  /** Disconnecting was refused until a password is set. */
  v.object({ kind: v.literal('needsPassword') }),
]);
export type State = v.InferOutput<typeof StateSchema>;

export type Event =
  | { readonly type: 'leftForLine'; readonly state: string }
  | { readonly type: 'cameBack'; readonly linked: boolean }
  | { readonly type: 'passwordWanted' }
  | { readonly type: 'disconnected' };

export const STEPS = {
  start: '/account/connect-line',
  complete: '/account/connect-line/complete',
} as const;

export const flow: Flow<State, Event> = {
  initial: { kind: 'start' },
  next(state, event) {
    switch (event.type) {
      case 'leftForLine':
        return { kind: 'connecting', state: event.state };
      case 'cameBack':
        // A reload of the return address finds LINE connected already.
        if (state.kind !== 'connecting') return state;
        return event.linked ? { kind: 'connected' } : { kind: 'start' };
      case 'passwordWanted':
        return { kind: 'needsPassword' };
      case 'disconnected':
        return { kind: 'start' };
    }
  },
  steps: [
    { path: STEPS.start, opens: () => true },
    { path: STEPS.complete, opens: ({ kind }) => kind === 'connected' },
  ],
};

export const connectLineFlow = draftFlow('connect-line', flow, StateSchema);

/** The result that the identity provider puts into `/confirm-connect-line?result=…&state=…`. */
const ResultSchema = v.picklist(['success', 'cancelled', 'already_linked', 'error']);
type LineResult = v.InferOutput<typeof ResultSchema>;

export type LineReturn =
  | { readonly kind: 'answered'; readonly result: LineResult }
  /** Loaded again, after it was understood. */
  | { readonly kind: 'done' }
  /** Nobody here has asked for it: a link from elsewhere, another tab, or a flow long gone. */
  | { readonly kind: 'unasked' };

/** Parses the return from LINE. A return that this browser tab did not request is refused. */
export function parseLineReturn(search: URLSearchParams, state: State): LineReturn {
  const result = v.safeParse(ResultSchema, search.get('result'));
  if (state.kind === 'connected') return { kind: 'done' };
  if (state.kind !== 'connecting' || search.get('state') !== state.state) {
    return { kind: 'unasked' };
  }
  return { kind: 'answered', result: result.success ? result.output : 'error' };
}
