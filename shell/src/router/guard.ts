import type { User } from '@portal/shared-contract';
import type { Guard } from '@portal/shared-routing';

/** What the session says, as far as it is known at this moment. */
export type SessionFacts = {
  /** A session is stored in this browser. */
  readonly signedIn: boolean;
  readonly cancelled: boolean;
  /** The member, once loaded. */
  readonly user: Pick<User, 'email_verified'> | undefined;
};

/**
 * What to do with a screen behind a guard.
 * `show` it, send the stranger to `sign-in`, `wait` until the member is loaded, say that the account
 * is `cancelled`, or go `home`: the screen has nothing for this member.
 */
export type Verdict = 'show' | 'sign-in' | 'wait' | 'cancelled' | 'home';

/** Spec §2 and §6: two levels, and the user-verification guard of /verify-user. */
export function verdictOf(guard: Guard, facts: SessionFacts): Verdict {
  if (guard === 'public') return 'show';
  if (facts.cancelled) return 'cancelled';
  if (!facts.signedIn) return 'sign-in';
  if (guard === 'session') return 'show';
  if (facts.user === undefined) return 'wait';
  return facts.user.email_verified ? 'home' : 'show';
}
