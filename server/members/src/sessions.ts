import type { DomainContext } from '@portal/server-platform/database/context';

/** A sign-in that is still valid, as a member recognises it. */
export type DeviceSession = {
  /** Names the session; it cannot be used to sign in. */
  readonly id: string;
  readonly userAgent: string | null;
  /** ISO 3166-1 alpha-2, where the edge reports it. */
  readonly country: string | null;
  readonly signedInAt: Date;
  /** Since when the browser has been known for the member: since its first sign-in there. */
  readonly browserSince: Date;
  readonly lastSeenAt: Date;
};

/** The members' sessions, which the identity provider keeps (idp/sessions.ts). */
export type SignInSessions = {
  /** The sessions of a member, the last seen first. */
  list(context: DomainContext, memberId: string): Promise<DeviceSession[]>;
  /**
   * Signs out one device of a member at once, and ends the trust in its browser. `unknown` for a session that has ended or belongs to
   * another member.
   */
  end(context: DomainContext, memberId: string, id: string): Promise<'ended' | 'unknown'>;
  /**
   * Signs a member out everywhere at once, and ends the trust in those browsers and in all others.
   * @param options.exceptSession the session of the request, which continues
   */
  endAll(
    context: DomainContext,
    memberId: string,
    options?: { readonly exceptSession?: string },
  ): Promise<void>;
  /**
   * Issues the access token that `POST /signup` returns: for one minute it is valid for the API,
   * and once for the identity provider as evidence of the sign-up. Pass in the
   * transaction that creates the member.
   */
  issueSignUpToken(tx: DomainContext, memberId: string): Promise<string>;
};
