import { type Locale, LocaleSchema } from '@portal/shared-contract';
import * as v from 'valibot';
import type { ValueStore } from './platform.ts';
import { parseJson } from './redirect-address.ts';
import { CODE_VERIFIER, FINISHED_SIGN_IN, NONCE, SIGN_IN_CONTEXT, STATE } from './stored-names.ts';

/** A sign-in that this tab has begun; the callback must match it. */
export type PendingSignIn = {
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
  readonly locale: Locale;
  readonly returnTo?: string | undefined;
};

const ContextSchema = v.object({ locale: LocaleSchema, returnTo: v.optional(v.string()) });

export function storePending(storage: ValueStore, pending: PendingSignIn): void {
  const { verifier, state, nonce, ...context } = pending;
  storage.set(CODE_VERIFIER, verifier);
  storage.set(STATE, state);
  storage.set(NONCE, nonce);
  storage.set(SIGN_IN_CONTEXT, JSON.stringify(context));
}

/** Spec §4: the verifier is removed after the attempt; here before, so that no attempt has a second. */
export function takePending(storage: ValueStore): PendingSignIn | undefined {
  const verifier = storage.get(CODE_VERIFIER);
  const state = storage.get(STATE);
  const nonce = storage.get(NONCE);
  const context = v.safeParse(ContextSchema, parseJson(storage.get(SIGN_IN_CONTEXT)));
  for (const name of [CODE_VERIFIER, STATE, NONCE, SIGN_IN_CONTEXT]) storage.set(name, undefined);
  if (!verifier || !state || !nonce || !context.success) return undefined;
  return { verifier, state, nonce, ...context.output };
}

const FinishedSchema = v.object({ state: v.string(), redirectTo: v.string() });

/** Reload and Back on the callback's address lead on; nothing is exchanged again. */
export function storeFinished(storage: ValueStore, finished: v.InferOutput<typeof FinishedSchema>) {
  storage.set(FINISHED_SIGN_IN, JSON.stringify(finished));
}

export function finishedRedirect(storage: ValueStore, state: string | null): string | undefined {
  const finished = v.safeParse(FinishedSchema, parseJson(storage.get(FINISHED_SIGN_IN)));
  return finished.success && finished.output.state === state
    ? finished.output.redirectTo
    : undefined;
}
