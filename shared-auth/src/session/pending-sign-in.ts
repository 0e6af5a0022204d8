import { type Locale, LocaleSchema } from '@portal/shared-contract';
import * as v from 'valibot';
import { ConfirmedActSchema } from '../confirmed-act.ts';
import type { Platform } from '../platform.ts';
import { parseJson, returnToSchema } from '../return-to.ts';
import { CODE_VERIFIER, FINISHED_SIGN_IN, NONCE, SIGN_IN_CONTEXT, STATE } from '../stored-names.ts';

const LeftToConfirmSchema = v.object({
  ...ConfirmedActSchema.entries,
  /** The provider's id of the member who left: another one who comes back has confirmed nothing. */
  subject: v.optional(v.string()),
});

/** A sign-in that this tab has begun; the callback must match it. */
export type PendingSignIn = {
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
  readonly locale: Locale;
  readonly returnTo?: string | undefined;
  /** Set where the member left to confirm an act, and comes back to where they were. */
  readonly confirms?: v.InferOutput<typeof LeftToConfirmSchema> | undefined;
};

/** A sign-in that this tab has finished, by the `state` of its callback. */
export type FinishedSignIn = { readonly state: string; readonly returnTo: string };

type Storage = Pick<Platform, 'sessionStorage' | 'page'>;

/** @returns false where the browser did not take it: the answer of this sign-in could not be read */
export function storePendingSignIn({ sessionStorage }: Storage, pending: PendingSignIn): boolean {
  const { verifier, state, nonce, ...context } = pending;
  const values = [
    [CODE_VERIFIER, verifier],
    [STATE, state],
    [NONCE, nonce],
    [SIGN_IN_CONTEXT, JSON.stringify(context)],
  ] as const;
  return values.every(([name, value]) => sessionStorage.set(name, value));
}

/** Reads the pending sign-in and removes it before the attempt, which leaves no value for a second one. */
export function takePendingSignIn({ sessionStorage, page }: Storage): PendingSignIn | undefined {
  const verifier = sessionStorage.get(CODE_VERIFIER);
  const state = sessionStorage.get(STATE);
  const nonce = sessionStorage.get(NONCE);
  const context = v.safeParse(
    v.object({
      locale: LocaleSchema,
      returnTo: returnToSchema(page.origin),
      confirms: v.optional(LeftToConfirmSchema),
    }),
    parseJson(sessionStorage.get(SIGN_IN_CONTEXT)),
  );
  for (const name of [CODE_VERIFIER, STATE, NONCE, SIGN_IN_CONTEXT]) {
    sessionStorage.set(name, undefined);
  }
  if (!verifier || !state || !nonce || !context.success) return undefined;
  return { verifier, state, nonce, ...context.output };
}

/** Keeps where a finished sign-in led: Reload and Back on its callback go there again. */
export function storeFinishedSignIn({ sessionStorage }: Storage, finished: FinishedSignIn): void {
  sessionStorage.set(FINISHED_SIGN_IN, JSON.stringify(finished));
}

/** Where the finished sign-in with this `state` led. */
export function finishedReturnTo(
  { sessionStorage, page }: Storage,
  state: string | null,
): string | undefined {
  const finished = v.safeParse(
    v.object({ state: v.string(), returnTo: returnToSchema(page.origin) }),
    parseJson(sessionStorage.get(FINISHED_SIGN_IN)),
  );
  return finished.success && finished.output.state === state ? finished.output.returnTo : undefined;
}
