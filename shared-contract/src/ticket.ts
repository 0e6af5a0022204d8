import * as v from 'valibot';

/**
 * How long a ticket for a new password is valid, in milliseconds. It can be used once.
 */
export const TICKET_MS = 10 * 60 * 1000;
export const TICKET_MAX = 400;

/** An opaque token, issued for a verified code or link and valid for one action. */
export const TicketSchema = v.pipe(v.string(), v.nonEmpty(), v.maxLength(TICKET_MAX));
