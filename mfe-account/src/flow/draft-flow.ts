import { storedSubject } from '@portal/kit/auth';
import { type DraftFlow, type Flow, draftFlow as keepFlow } from '@portal/kit/routing';
import type * as v from 'valibot';

/** Keeps a flow's state across reload and Back, for this member only. `schema` has neither a password nor a code. */
export const draftFlow = <State, Event>(
  key: string,
  flow: Flow<State, Event>,
  schema: v.GenericSchema<unknown, State>,
): DraftFlow<State, Event> => keepFlow({ key, flow, schema, owner: storedSubject });
