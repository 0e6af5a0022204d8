// In a file of its own: the sign-in button needs this name on pages that need no schema.

/**
 * The parameter of an authorization request with the `device_token` of a new password or an ended
 * lock. It makes the browser known to the identity provider, so that strangers who lock the account
 * again do not stop the sign-in that follows.
 */
export const DEVICE_TOKEN_PARAMETER = 'device_token';
