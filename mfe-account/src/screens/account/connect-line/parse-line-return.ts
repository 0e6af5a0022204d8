import * as v from 'valibot';
import type { State } from './flow.ts';

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
