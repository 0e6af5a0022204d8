import * as v from 'valibot';
import { browserPlatform } from './platform.ts';
import { signIn } from './portal-session.ts';
import { randomState } from './random.ts';
import { LINE_SIGN_UP } from './stored-names.ts';

/** What the identity provider hands over of somebody whom it knows by LINE alone. */
export type LineSignUp = {
  /** Stands for the LINE account; for `POST /signup`, once. */
  readonly ticket: string;
  /** Their address, where LINE tells it. */
  readonly email?: string | undefined;
};

const HandoverSchema = v.object({
  connection_ticket: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)),
  state: v.string(),
  email: v.optional(v.pipe(v.string(), v.maxLength(254))),
});

const platform = () => browserPlatform(window as Window & typeof globalThis);

/**
 * Goes to LINE by way of the identity provider. Who is known there is signed in; who is not comes
 * back to /signup/enter-email, and `takeLineSignUp` reads what they bring.
 */
export async function signUpWithLine(): Promise<void> {
  const state = randomState();
  platform().sessionStorage.set(LINE_SIGN_UP, state);
  await signIn({ extras: { connection: 'line', signup_state: state } });
}

/**
 * Reads a handover from an address's fragment, once. `foreign`: this tab has not asked for it;
 * somebody may want their own LINE account in another's membership. Undefined where there is none.
 */
export function takeLineSignUp(hash: string): LineSignUp | 'foreign' | undefined {
  const read = v.safeParse(
    HandoverSchema,
    Object.fromEntries(new URLSearchParams(hash.replace(/^#/, ''))),
  );
  if (!read.success) return undefined;
  const { sessionStorage } = platform();
  const expected = sessionStorage.get(LINE_SIGN_UP);
  sessionStorage.set(LINE_SIGN_UP, undefined);
  const { connection_ticket: ticket, state, email } = read.output;
  return state === expected ? { ticket, email } : 'foreign';
}
