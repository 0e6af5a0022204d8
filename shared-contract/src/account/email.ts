import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { UserSchema } from '../schemas.ts';
import { SentCodeSchema } from './codes.ts';

/** The old address can take a change back for so long. */
export const UNDO_EMAIL_CHANGE_MS = 72 * 60 * 60 * 1000;
/** The page that the link in that mail opens, with `?token=…`; public, also under `/en`. */
export const UNDO_EMAIL_CHANGE_PATH = '/undo-email-change';
const EMAIL_MAX = 254;

/** An e-mail address as typed; the server compares addresses in a normal form of its own. */
export const EmailSchema = v.pipe(
  v.string(),
  v.transform((text) => text.normalize('NFKC').trim()),
  v.nonEmpty('required.email'),
  v.maxLength(EMAIL_MAX, 'length.too_long'),
  v.regex(
    /^[^\s\p{Cc}<>()[\]\\,;:@"]+@[^\s\p{Cc}<>()[\]\\,;:@"]+\.[^\s\p{Cc}<>()[\]\\,;:@".]+$/u,
    'format.email',
  ),
);

/**
 * Second step of three: needs a verified `verify_pre_change_email`, and the password where one is
 * set. Sends a code of type `verify_email_change` to the new address; verifying that is the change.
 * The answer is the same for an address that somebody has: only the right code tells.
 */
export const changeEmail = endpoint({
  method: 'PUT',
  path: '/me/change-email',
  access: 'member',
  summary: 'Names the new address and sends a code to it.',
  body: v.object({
    email: EmailSchema,
    current_password: v.optional(v.string()),
  }),
  answer: SentCodeSchema,
  errors: [
    'user.verify_pre_change_email.token_expired',
    'user.change_mail.password_incorrect',
    'too_many_attempts',
  ],
});

/**
 * The link in the mail to the old address: the page shows a button, the button calls this. Restores
 * the address, takes back every way in that was added since, and signs out everywhere.
 */
export const undoEmailChange = endpoint({
  method: 'POST',
  path: '/undo-email-change',
  access: 'public',
  summary: 'Takes an e-mail change back, once, within 72 hours.',
  body: v.object({ token: v.pipe(v.string(), v.maxLength(200)) }),
  answer: v.object({
    data: v.object({
      /** `already_undone`: this link was used before; nothing happened now. */
      status: v.picklist(['undone', 'already_undone']),
      /** Whether a password is left; without one the member sets a new one by «forgotten password». */
      password_set: v.boolean(),
    }),
  }),
  errors: ['token.not_found', 'user.change_mail.email_exists'],
});

/** Needs and spends a verified `verify_email_by_user` of the present address. */
export const verifyEmail = endpoint({
  method: 'PUT',
  path: '/me/verify-email',
  access: 'member',
  summary: 'Marks the e-mail address as verified.',
  answer: v.object({ data: UserSchema }),
  errors: ['verify_email_by_user.code.invalid'],
});
