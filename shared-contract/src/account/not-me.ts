import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { TicketSchema } from '../ticket.ts';

/** The page that the link in a message about a sign-in opens, with `?code=…`. */
export const NOT_ME_PATH = '/not-me';
export const NOT_ME_LINK_MS = 72 * 60 * 60 * 1000;

/** Called by the button of that page. Opening the page changes nothing. */
export const notMe = endpoint('POST', '/not-me', {
  access: 'public',
  protection: { none: 'the link in the message is enough' },
  summary: 'Signs out everywhere and voids the password, by the link in a message, once.',
  body: v.object({ code: TicketSchema }),
  answer: v.object({
    data: v.variant('status', [
      v.object({
        status: v.literal('signed_out'),
        /** For `PUT /setting-password`; not by a link that refuses a recovery, which goes to more than the mailbox. */
        ticket: v.optional(TicketSchema),
      }),
      /** The link was used before, and this call changed nothing. */
      v.object({ status: v.literal('already_done') }),
    ]),
  }),
  errors: ['token.not_found'],
});
