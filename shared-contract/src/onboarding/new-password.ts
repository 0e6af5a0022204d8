import * as v from 'valibot';
import { NewPasswordSchema } from '../account/password.ts';
import { endpoint } from '../endpoint.ts';
import { TicketSchema } from './public-codes.ts';

/**
 * The page that the link in the welcome message opens, with `?code=…&type=verify_email_link`
 * (product §12.15, §12.18).
 */
export const VERIFY_EMAIL_PATH = '/verify-email';
export const VERIFY_EMAIL_LINK_MS = 24 * 60 * 60 * 1000;

/** Called by the button of that page. Opening the page changes nothing (product §12.5). */
export const verifyLink = endpoint('POST', '/mfa/verify-link', {
  access: 'public',
  summary: 'Verifies the address with the link in a welcome message, once.',
  body: v.object({ type: v.literal('verify_email_link'), code: TicketSchema }),
  answer: v.object({
    data: v.variant('status', [
      v.object({
        status: v.literal('valid'),
        /** The ticket for `PUT /setting-password`. */
        ticket: TicketSchema,
        /** Masked. */
        email: v.string(),
        password_set: v.boolean(),
      }),
      /** The link was used before, and this call changed nothing (product §12.6). */
      v.object({ status: v.literal('already_done') }),
    ]),
  }),
  errors: ['token.not_found'],
});

/** Ends every session of the member, and a lock (product §12.17). */
export const setPasswordByTicket = endpoint('PUT', '/setting-password', {
  access: 'public',
  summary: 'Sets a new password by the ticket of a code, or by a link, once.',
  body: v.object({
    /** For `reset_password_link` the ticket is the code of the link itself. */
    type: v.picklist(['mfa_forgot_password', 'reset_password_link', 'verify_email_link']),
    ticket: TicketSchema,
    password: NewPasswordSchema,
  }),
  answer: v.object({
    data: v.object({
      /** Masked. */
      email: v.string(),
      /** See `DEVICE_TOKEN_PARAMETER`. */
      device_token: TicketSchema,
    }),
  }),
  errors: [
    'mfa_forgot_password.token_expired',
    'token.not_found',
    'user.password_invalid',
    'too_many_attempts',
  ],
});
