import * as v from 'valibot';
import { authStore, state as session } from './atoms.ts';
import { userSaved } from './member.ts';
import { currentPlatform } from './platform.ts';
import { signIn } from './portal-session.ts';
import { randomState } from './random.ts';

/** Session storage: the sign-up that this tab has begun. */
const LINE_SIGN_UP = 'line_sign_up_state';

/** What the identity provider hands over about a visitor with an unknown LINE account. */
export type LineSignUp = {
  /** Stands for the LINE account in `POST /signup`, once. */
  readonly ticket: string;
  /** The visitor's address, where LINE tells it. */
  readonly email?: string | undefined;
};

const HandoverSchema = v.object({
  connection_ticket: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)),
  state: v.string(),
  email: v.optional(v.pipe(v.string(), v.maxLength(254))),
});

/**
 * Goes to LINE by way of the identity provider. A known LINE account is signed in; an unknown one
 * comes back to /signup/enter-email, where `takeLineSignUp` reads the handover.
 */
export async function signUpWithLine(): Promise<void> {
  const state = randomState();
  currentPlatform().sessionStorage.set(LINE_SIGN_UP, state);
  await signIn({ extras: { connection: 'line', signup_state: state } });
}

/**
 * Reads a handover from an address's fragment, once.
 * @returns `foreign` where this tab has not asked for it: a stranger may be trying to link their own
 * LINE account to another's membership. Undefined where the fragment holds no handover.
 */
export function takeLineSignUp(hash: string): LineSignUp | 'foreign' | undefined {
  const read = v.safeParse(
    HandoverSchema,
    Object.fromEntries(new URLSearchParams(hash.replace(/^#/, ''))),
  );
  if (!read.success) return undefined;
  const { sessionStorage } = currentPlatform();
  const expected = sessionStorage.get(LINE_SIGN_UP);
  sessionStorage.set(LINE_SIGN_UP, undefined);
  const { connection_ticket: ticket, state, email } = read.output;
  return state === expected ? { ticket, email } : 'foreign';
}

/** The identity provider has linked LINE; the member may not have been loaded again since. */
export function lineConnected(): void {
  const user = authStore.get(session.user);
  if (user) userSaved({ ...user, line_linked: true });
}
