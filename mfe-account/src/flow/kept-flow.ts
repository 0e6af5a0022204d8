import { barePath, localeOf } from '@portal/shared-i18n';
import { type Flow, href, replace, sessionDraft, stepToShow } from '@portal/shared-routing';
import type * as v from 'valibot';

/** How long a flow that was left in the middle can be taken up again. */
const FLOW_LIFETIME_MS = 60 * 60 * 1000;

/** A flow with its state kept over reload and Back. */
export type KeptFlow<State, Event> = {
  state(): State;
  /** Tells the flow what happened; answers the state that follows. */
  send(event: Event): State;
  forget(): void;
  /** For the loader of each step: the way to the step that may be shown, where it is another. */
  openStep(request: Request): Response | null;
};

/**
 * Keeps a flow's state in session storage for the member who is signed in.
 * @param schema what may be kept; never a password, never a code
 */
export function keptFlow<State, Event>(
  key: string,
  flow: Flow<State, Event>,
  schema: v.GenericSchema<unknown, State>,
): KeptFlow<State, Event> {
  const draft = sessionDraft({ key, schema, lifetimeMs: FLOW_LIFETIME_MS, owner: keptFor });
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

/** Spec §3: the identity provider's user id, which is there before the member has been loaded. */
export function keptFor(): string | undefined {
  try {
    return localStorage.getItem('oneid_user_id') ?? undefined;
  } catch {
    return undefined;
  }
}
