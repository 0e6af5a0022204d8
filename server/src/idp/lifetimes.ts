/** Seconds, as decisions.md «Sign-in» and oidc-provider count them. */
export const ACCESS_TOKEN_TTL = 5 * 60;
export const AUTHORIZATION_CODE_TTL = 60;
export const ID_TOKEN_TTL = 60 * 60;
/** How long a sign-in page may stay open before it must be asked for again. */
export const INTERACTION_TTL = 60 * 60;
/** A refresh token that is not used for a day is over. */
export const REFRESH_TOKEN_IDLE_TTL = 24 * 60 * 60;
/** Whatever is used how often: after 14 days the member signs in again. */
export const SIGN_IN_TTL = 14 * 24 * 60 * 60;
/** A session in which nobody signed in: holds no more than a question that was asked. */
const ANONYMOUS_SESSION_TTL = 60 * 60;
const LEAST_TTL = 1;

/**
 * Seconds that are left of a sign-in.
 * @param signedInAt seconds since 1970; undefined before anyone signed in
 */
export function sessionTtl(signedInAt: number | undefined, now: Date): number {
  return signedInAt === undefined ? ANONYMOUS_SESSION_TTL : leftOf(signedInAt, now);
}

/** A refresh token: a day from now, but never longer than its sign-in. */
export function refreshTokenTtl(signedInAt: number, now: Date): number {
  return Math.min(REFRESH_TOKEN_IDLE_TTL, leftOf(signedInAt, now));
}

function leftOf(signedInAt: number, now: Date): number {
  return Math.max(LEAST_TTL, signedInAt + SIGN_IN_TTL - Math.floor(now.getTime() / 1000));
}
