import * as v from 'valibot';
import { EmailSchema } from '../account/email.ts';
import { NewPasswordSchema } from '../account/password.ts';
import { CodeSchema, SentCodeSchema } from '../account/verification-codes.ts';
import { PUBLIC_CODE_TYPES } from '../account/verification-types.ts';
import { endpoint } from '../endpoint.ts';
import { LocaleSchema } from '../locale.ts';
import { TICKET_MAX, TicketSchema } from '../ticket.ts';
import { TimestampSchema } from '../timestamp.ts';

/** The secret of the browser that asked for a code, which no other browser has: only with it can the code be used. */
export const CodeRequestSchema = v.pipe(v.string(), v.nonEmpty(), v.maxLength(TICKET_MAX));

/** The page that the link in a message with a reset code opens, with `?code=…`. */
export const RESET_LINK_PATH = '/reset-password/form';
export const RESET_LINK_MS = 24 * 60 * 60 * 1000;

/**
 * The answer does not depend on whether the address has an account. Answers 429
 * with `retry-after` in both cases if it is too soon.
 */
export const sendPublicCode = endpoint('POST', '/v2/mfa/send-code', {
  access: 'public',
  protection: { none: 'sends to the owner of the address' },
  summary: 'Sends a code to an email address, to sign up or to set a new password.',
  body: v.object({
    type: v.picklist(PUBLIC_CODE_TYPES),
    email: EmailSchema,
    /** The language of the email message. */
    locale: LocaleSchema,
    /** The `request` of the browser's last code of this type, which the new one makes void. */
    request: v.optional(CodeRequestSchema),
  }),
  answer: v.object({ ...SentCodeSchema.entries, request: CodeRequestSchema }),
  errors: [
    'too_many_attempts',
    'user.send_code.mailbox_refused',
    'user.send_code.limit_reached',
    'user.send_code.work_required',
  ],
});

/**
 * A right `signup` code is not spent here but by `POST /signup`. Only now does the answer reveal
 * that the address has an account, because the caller can read its email. A right
 * `mfa_forgot_password` code is spent and answers a ticket for `PUT /setting-password`.
 */
export const verifyPublicCode = endpoint('POST', '/v2/mfa/verify-code', {
  access: 'public',
  protection: { none: 'the mailed code is enough' },
  summary: 'Checks a code that went to an address.',
  body: v.object({
    type: v.picklist(PUBLIC_CODE_TYPES),
    email: EmailSchema,
    code: CodeSchema,
    request: CodeRequestSchema,
  }),
  answer: v.object({
    data: v.object({
      type: v.picklist(PUBLIC_CODE_TYPES),
      /** Present for `mfa_forgot_password`. */
      ticket: v.optional(TicketSchema),
      /** When the code or the ticket expires. */
      expires_at: TimestampSchema,
    }),
  }),
  errors: [
    'user.signup.code_invalid',
    'user.signup.email_exists',
    'mfa_forgot_password.code.invalid',
    'mfa_forgot_password.token_expired',
    'too_many_attempts',
    'user.ip_blocked',
  ],
});

const VERSION_MAX = 40;

/**
 * Creates the member after the code sent to their address, with a password or with the account at another service that
 * a ticket of the identity provider stands for. The access token gives access to the API, and once to
 * `/authorize?token=…`, for one minute. Answers `request.invalid` for `terms_version` if that version is not in force.
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
       * Taken from the URL to which the identity provider sends a visitor with an unknown account of another service.
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
