import type { User } from '@portal/shared-contract';
import type { Guard } from '@portal/shared-routing';

/** The session as far as it is known at this moment. */
export type SessionSnapshot = {
  /** A session is stored in this browser. */
  readonly signedIn: boolean;
  readonly closed: boolean;
  /** The member, once loaded. */
  readonly user: Pick<User, 'email_verified'> | undefined;
};

/**
 * What to do with a guarded screen: `show` it, send a visitor to `sign-in`, `wait` until the member is loaded, say that
 * the account is closed (`closed`), or send a member with a verified address `onward`.
 */
export type GuardDecision = 'show' | 'sign-in' | 'wait' | 'closed' | 'onward';

export function decideGuard(guard: Guard, session: SessionSnapshot): GuardDecision {
  if (guard === 'public') return 'show';
  if (session.closed) return 'closed';
  if (!session.signedIn) return 'sign-in';
  if (guard === 'session') return 'show';
  if (session.user === undefined) return 'wait';
  return session.user.email_verified ? 'onward' : 'show';
}
