import { barePath, localeOf } from '@portal/shared-i18n';
import type * as v from 'valibot';
import { href } from '../href.ts';
import { replace } from '../router.ts';
import { sessionDraft } from './draft.ts';
import { type Flow, stepToShow } from './flow.ts';

/** How long a flow that was left in the middle can be taken up again. */
const FLOW_LIFETIME_MS = 60 * 60 * 1000;

/** A flow with its state kept over reload and Back. */
export type DraftFlow<State, Event> = {
  state(): State;
  /** Tells the flow what happened; answers the state that follows. */
  send(event: Event): State;
  forget(): void;
  /** For the loader of each step: the way to the step that may be shown, where it is another. */
  openStep(request: Request): Response | null;
};

export type DraftFlowOptions<State, Event> = {
  /** One per flow: `change-email`. */
  readonly key: string;
  readonly flow: Flow<State, Event>;
  /** What may be kept; never a password, never a code. */
  readonly schema: v.GenericSchema<unknown, State>;
  /** The member it belongs to; left out for who is not signed in yet. */
  readonly owner?: () => string | undefined;
};

/** Keeps a flow's state in session storage. */
export function draftFlow<State, Event>(
  options: DraftFlowOptions<State, Event>,
): DraftFlow<State, Event> {
  const { flow, ...kept } = options;
  const draft = sessionDraft({ ...kept, lifetimeMs: FLOW_LIFETIME_MS });
  const state = () => draft.read() ?? flow.initial;
  return {
    state,
    send(event) {
      const next = flow.next(state(), event);
      draft.write(next);
      return next;
    },
    forget: draft.clear,
    openStep(request) {
      const { pathname } = new URL(request.url);
      const path = barePath(pathname);
      const shown = stepToShow(flow, state(), path, Date.now());
      return shown === path ? null : replace(href(shown, localeOf(pathname)));
    },
  };
}
