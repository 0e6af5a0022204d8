import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { TicketSchema } from '../ticket.ts';

/** The page that the link in the email message about a lock opens, with `?code=…`. */
export const UNBLOCK_PATH = '/unblock';
export const UNBLOCK_LINK_MS = 24 * 60 * 60 * 1000;

/** Called by the button of that page. Opening the page changes nothing. */
export const unblock = endpoint('POST', '/unblock', {
  access: 'public',
  protection: { none: 'the link in the message is enough' },
  summary: 'Unlocks the account with the link in the message about the lock, once.',
  query: v.object({ code: TicketSchema }),
  answer: v.object({
    data: v.object({
      /** `already_done`: the link was used before, and this call changed nothing. */
      status: v.picklist(['unblocked', 'already_done']),
      /** With `unblocked`; see `DEVICE_TOKEN_PARAMETER`. */
      device_token: v.optional(TicketSchema),
    }),
  }),
  errors: ['token.not_found'],
});
