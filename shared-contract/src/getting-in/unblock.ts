import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { TicketSchema } from './public-codes.ts';

/** The page that the link in the mail about a lock opens, with `?code=…`. */
export const UNBLOCK_PATH = '/unblock';
export const UNBLOCK_LINK_MS = 24 * 60 * 60 * 1000;

/** The button of that page calls this; opening the page changes nothing. */
export const unblock = endpoint({
  method: 'POST',
  path: '/unblock',
  access: 'public',
  summary: 'Ends the lock after wrong passwords, by the link in the mail about it, once.',
  query: v.object({ code: TicketSchema }),
  answer: v.object({
    data: v.object({
      /** `already_done`: this link was used before; nothing happened now. */
      status: v.picklist(['unblocked', 'already_done']),
    }),
  }),
  errors: ['token.not_found'],
});
