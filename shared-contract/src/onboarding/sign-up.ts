import * as v from 'valibot';
import { EmailSchema } from '../account/email.ts';
import { NewPasswordSchema } from '../account/password.ts';
import { CodeSchema } from '../account/verification-codes.ts';
import { endpoint } from '../endpoint.ts';
import { LocaleSchema } from '../locale.ts';
import { TicketSchema } from '../ticket.ts';
import { CodeRequestSchema } from './public-codes.ts';

const VERSION_MAX = 40;

/**
 * Creates the member after the code sent to their address, with a password or with the account at another
 * service that a ticket of the identity provider stands for. The access token gives access
 * to the API, and once to `/authorize?token=…`, for one minute. Answers
 * `request.invalid` for `terms_version` if that version is not in force.
 */
export const signUp = endpoint('POST', '/signup', {
  access: 'public',
  protection: { none: 'there is no account yet; the mailed code is enough' },
  summary: 'Creates an account.',
  body: v.pipe(
    v.object({
      email: EmailSchema,
      code: CodeSchema,
      request: CodeRequestSchema,
      password: v.optional(NewPasswordSchema),
      /**
       * Taken from the URL to which the identity provider sends a visitor with an unknown
       * account of another service.
       */
      connection_ticket: v.optional(TicketSchema),
      terms_version: v.pipe(v.string(), v.nonEmpty('required.terms'), v.maxLength(VERSION_MAX)),
      locale: LocaleSchema,
    }),
    v.forward(
      v.partialCheck(
        [['password'], ['connection_ticket']],
        ({ password, connection_ticket }) =>
          password !== undefined || connection_ticket !== undefined,
        'required.password',
      ),
      ['password'],
    ),
  ),
  answer: v.object({ access_token: v.string() }),
  errors: [
    'user.signup.code_invalid',
    'user.signup.email_exists',
    'user.password_invalid',
    'token.not_found',
    'too_many_attempts',
    'user.ip_blocked',
  ],
});
