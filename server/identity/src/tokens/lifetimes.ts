/** Lifetimes in seconds. */
export const ACCESS_TOKEN_TTL = 5 * 60;
export const AUTHORIZATION_CODE_TTL = 60;
export const ID_TOKEN_TTL = 60 * 60;
/** How long a sign-in page may stay open before the sign-in must start again. */
export const INTERACTION_TTL = 60 * 60;
/** A refresh token expires after a day without use. */
const REFRESH_TOKEN_IDLE_TTL = 24 * 60 * 60;
/** After 14 days the member must sign in again, however often the token was used. */
const SIGN_IN_TTL = 14 * 24 * 60 * 60;
/** The lifetime of a session in which nobody has signed in. */
const ANONYMOUS_SESSION_TTL = 60 * 60;
const LEAST_TTL = 1;

/**
 * The seconds until a sign-in ends.
 * @param signedInAt seconds since 1970; undefined before anyone signed in
 */
export function sessionTtl(signedInAt: number | undefined, now: Date): number {
  return signedInAt === undefined ? ANONYMOUS_SESSION_TTL : secondsLeft(signedInAt, now);
}

/** A day from now, but no longer than the sign-in. */
export function refreshTokenTtl(signedInAt: number, now: Date): number {
  return Math.min(REFRESH_TOKEN_IDLE_TTL, secondsLeft(signedInAt, now));
}

function secondsLeft(signedInAt: number, now: Date): number {
  return Math.max(LEAST_TTL, signedInAt + SIGN_IN_TTL - Math.floor(now.getTime() / 1000));
}
