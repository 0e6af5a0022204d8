import * as v from 'valibot';
import { CodeSchema } from '../account/codes.ts';
import { EmailSchema } from '../account/email.ts';
import { NewPasswordSchema } from '../account/password.ts';
import { endpoint } from '../endpoint.ts';
import { LocaleSchema } from '../schemas.ts';
import { TicketSchema } from './public-codes.ts';

const VERSION_MAX = 40;

/**
 * Makes the member, by the code that went to their address, with a password or with the LINE account
 * that a ticket of the identity provider stands for. The token opens
 * the API, and `/authorize?token=…` once, both within a minute.
 * A `terms_version` that is not in force answers `request.invalid` and names it.
 */
export const signUp = endpoint({
  method: 'POST',
  path: '/signup',
  access: 'public',
  summary: 'Signs up.',
  body: v.pipe(
    v.object({
      email: EmailSchema,
      code: CodeSchema,
      password: v.optional(NewPasswordSchema),
      /** From the address to which the identity provider has sent somebody with LINE. */
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
  ],
});
