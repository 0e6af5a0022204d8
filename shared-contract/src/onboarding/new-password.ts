import * as v from 'valibot';
import { NewPasswordSchema } from '../account/password.ts';
import { RESET_STEPS } from '../account/sign-in-methods.ts';
import {
  PasskeyAnswerSchema,
  PasskeyRequestOptionsSchema,
  RecoveryCodeSchema,
} from '../account/step-up.ts';
import { CodeSchema } from '../account/verification-codes.ts';
import { endpoint } from '../endpoint.ts';
import { TicketSchema } from '../ticket.ts';
import { TimestampSchema } from '../timestamp.ts';

/** The page that the link in the welcome message opens, with `?code=…&type=verify_email_link`. */
export const VERIFY_EMAIL_PATH = '/verify-email';
export const VERIFY_EMAIL_LINK_MS = 24 * 60 * 60 * 1000;

/** Called by the button of that page. Opening the page changes nothing. */
export const verifyLink = endpoint('POST', '/mfa/verify-link', {
  access: 'public',
  protection: { none: 'the link in the message is enough' },
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
      /** The link was used before, and this call changed nothing. */
      v.object({ status: v.literal('already_done') }),
    ]),
  }),
  errors: ['token.not_found'],
});

/** What a mailed code or link gave. For `reset_password_link` the ticket is the code of the link. */
const ResetClaim = {
  type: v.picklist(['mfa_forgot_password', 'reset_password_link', 'verify_email_link']),
  ticket: TicketSchema,
};

/** Called where `PUT /setting-password` answers `user.second_step_required`. */
export const beginResetSecondStep = endpoint('POST', '/setting-password/second-step/options', {
  access: 'public',
  protection: { none: 'the mailed code or link is enough' },
  summary: 'The second steps that a new password takes besides the code or link.',
  body: v.object(ResetClaim),
  answer: v.object({
    data: v.object({
      steps: v.array(v.picklist(RESET_STEPS)),
      /** For `startAuthentication({ optionsJSON })`; null without a passkey. */
      passkey: v.nullable(PasskeyRequestOptionsSchema),
    }),
  }),
  errors: ['mfa_forgot_password.token_expired', 'token.not_found'],
});

/** Answers another ticket, of `reset_second_step`, which is good for ten minutes. */
export const proveResetSecondStep = endpoint('POST', '/setting-password/second-step', {
  access: 'public',
  protection: { none: 'the mailed code or link, and the second step, are enough' },
  summary: 'Takes the second step of a new password.',
  body: v.object({
    ...ResetClaim,
    second_step: v.variant('method', [
      v.object({ method: v.literal('totp'), code: CodeSchema }),
      v.object({ method: v.literal('recovery_code'), code: RecoveryCodeSchema }),
      v.object({ method: v.literal('passkey'), response: PasskeyAnswerSchema }),
    ]),
  }),
  answer: v.object({ data: v.object({ ticket: TicketSchema, expires_at: TimestampSchema }) }),
  errors: [
    'mfa_forgot_password.token_expired',
    'token.not_found',
    'user.totp.code_invalid',
    'user.recovery_code_invalid',
    'user.passkey.not_accepted',
    'too_many_attempts',
  ],
});

/** Ends every session of the member, and a lock. */
export const setPasswordByTicket = endpoint('PUT', '/setting-password', {
  access: 'public',
  protection: { none: 'the ticket of a code or link is enough' },
  summary: 'Sets a new password by the ticket of a code, or by a link, once.',
  body: v.object({
    /** For `reset_password_link` the ticket is the code of the link itself. */
    type: v.picklist([...ResetClaim.type.options, 'reset_second_step']),
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
    'user.second_step_required',
    'too_many_attempts',
  ],
});
