import * as v from 'valibot';

/** How long a ticket for a new password is valid, in milliseconds. It can be used once. */
export const TICKET_MS = 10 * 60 * 1000;
export const TICKET_MAX = 400;

/** An opaque token, issued for a verified code or link and valid for one action. */
export const TicketSchema = v.pipe(v.string(), v.nonEmpty(), v.maxLength(TICKET_MAX));

// In a file of its own: the sign-in button needs this name on pages that need no schema.

/**
 * The parameter of an authorization request with the `device_token` of a new password or an ended
 * lock. It makes the browser known to the identity provider, so that strangers who lock the account
 * again do not stop the sign-in that follows.
 */
export const DEVICE_TOKEN_PARAMETER = 'device_token';
