/** Names of the stored browser values (spec §3 «Stored browser values», §9). */

/** Local storage; `access_token`, `refresh_token` and `oneid_user_id` mirror the session's record. */
export const ACCESS_TOKEN = 'access_token';
export const REFRESH_TOKEN = 'refresh_token';
/** Milliseconds since 1970; the page's boot script reads it too. */
export const ACCESS_TOKEN_EXPIRES_AT = 'access_token_expires_at';
export const ONEID_USER_ID = 'oneid_user_id';
export const REDIRECT_URI = 'redirect_uri';

/** Session storage: the sign-in under way. */
export const CODE_VERIFIER = 'code_verifier';
export const STATE = 'state';
export const NONCE = 'nonce';
/** Session storage: where the sign-in under way leads to, and in which language it began. */
export const SIGN_IN_CONTEXT = 'sign_in_context';
/** Session storage: the sign-in that was finished last, so that its address may be opened again. */
export const FINISHED_SIGN_IN = 'finished_sign_in';
/** Session storage: where a sign-in leads to while something comes between. */
export const AFTER_SIGN_IN = 'after_sign_in';
/** Session storage: the sign-up with LINE that this tab has begun. */
export const LINE_SIGN_UP = 'line_sign_up_state';
export const RELOAD_GUARD = 'reload_guard';
export const RESEND_DEADLINE = 'code_resend_deadline';
