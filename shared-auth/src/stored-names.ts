/** Names of the values that the session keeps in the browser. */

/** Local storage. The tokens, their end and `oneid_user_id` mirror the session's record. */
export const ACCESS_TOKEN = 'access_token';
export const REFRESH_TOKEN = 'refresh_token';
/** Milliseconds since 1970. */
export const ACCESS_TOKEN_EXPIRES_AT = 'access_token_expires_at';
export const ONEID_USER_ID = 'oneid_user_id';
/** Set while this browser may keep something of a member who was signed in. */
export const HAD_SESSION = 'had_session';
/** The returnTo with its labels; see return-to.ts. */
export const REDIRECT_URI = 'redirect_uri';

/** Session storage: the sign-in that this tab has begun. */
export const CODE_VERIFIER = 'code_verifier';
export const STATE = 'state';
export const NONCE = 'nonce';
/** Session storage: the returnTo and the language of the sign-in that this tab has begun. */
export const SIGN_IN_CONTEXT = 'sign_in_context';
/** Session storage: the sign-in that this tab finished last, so that its callback can be reloaded. */
export const FINISHED_SIGN_IN = 'finished_sign_in';
/** Session storage: the returnTo of a sign-in while post-sign-in steps come first. */
export const AFTER_SIGN_IN = 'after_sign_in';
/** Session storage: the act that this tab has just come back from confirming; see confirm-act.ts. */
export const CONFIRMED_ACT = 'confirmed_act';
export const RELOAD_GUARD = 'reload_guard';
export const RESEND_DEADLINE = 'code_resend_deadline';
