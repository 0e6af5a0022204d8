import * as v from 'valibot';
import { CodeSchema, SentCodeSchema } from '../account/codes.ts';
import { EmailSchema } from '../account/email.ts';
import { endpoint } from '../endpoint.ts';
import type { VerificationType } from '../errors.ts';
import { LocaleSchema } from '../schemas.ts';

/** The types that somebody asks for who is not signed in. */
export const PUBLIC_CODE_TYPES = [
  'signup',
  'mfa_forgot_password',
] as const satisfies readonly VerificationType[];
export type PublicCodeType = (typeof PUBLIC_CODE_TYPES)[number];

/** How long a ticket for a new password holds, once. */
export const TICKET_MS = 10 * 60 * 1000;
const TICKET_MAX = 200;

/** What was handed out for a code or a link: opaque, good for one action. */
export const TicketSchema = v.pipe(v.string(), v.nonEmpty(), v.maxLength(TICKET_MAX));

/**
 * The answer is the same for an address that has an account and one that has none (decisions.md «No
 * flow tells a stranger»). Too soon: 429 with `retry-after`, for both.
 */
export const sendPublicCode = endpoint({
  method: 'POST',
  path: '/v2/mfa/send-code',
  access: 'public',
  summary: 'Sends a code to an address: to sign up, or to set a new password.',
  body: v.object({
    type: v.picklist(PUBLIC_CODE_TYPES),
    email: EmailSchema,
    /** Of the mail. */
    locale: LocaleSchema,
  }),
  answer: SentCodeSchema,
  errors: ['too_many_attempts', 'user.ip_blocked'],
});

/**
 * A right `signup` code is not spent: `POST /signup` spends it. That an account has the address is
 * said only now, to who can read its mail. A right `mfa_forgot_password` code is spent and answers a
 * ticket for `PUT /setting-password`.
 */
export const verifyPublicCode = endpoint({
  method: 'POST',
  path: '/v2/mfa/verify-code',
  access: 'public',
  summary: 'Checks a code that went to an address.',
  body: v.object({ type: v.picklist(PUBLIC_CODE_TYPES), email: EmailSchema, code: CodeSchema }),
  answer: v.object({
    data: v.object({
      type: v.picklist(PUBLIC_CODE_TYPES),
      /** For `mfa_forgot_password`. */
      ticket: v.optional(TicketSchema),
      /** Until when the code, or the ticket, opens the next step. */
      expires_at: v.pipe(v.string(), v.isoTimestamp()),
    }),
  }),
  errors: [
    'user.signup.code_invalid',
    'user.signup.email_exists',
    'mfa_forgot_password.code.invalid',
    'mfa_forgot_password.token_expired',
    'too_many_attempts',
  ],
});
