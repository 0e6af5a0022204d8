import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { UserSchema } from '../profile/user.ts';
import { SentCodeSchema } from './verification-codes.ts';

const EMAIL_MAX = 254;

/**
 * An e-mail address as typed. The server normalises addresses before it compares them.
 */
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
 * The second of three steps. Needs the password if one is set. Sends a `verify_email_change` code to
 * the new address; the change takes effect when that code is verified. The
 * answer does not reveal whether the address is taken; only the right code does.
 */
export const changeEmail = endpoint('PUT', '/me/change-email', {
  access: 'member',
  protection: { stepUp: 'change_email', begins: true },
  summary: 'Names the new address and sends a code to it.',
  body: v.object({
    email: EmailSchema,
    current_password: v.optional(v.string()),
  }),
  answer: SentCodeSchema,
  errors: [
    'user.change_mail.password_incorrect',
    'too_many_attempts',
    'user.send_code.mailbox_refused',
    'user.send_code.limit_reached',
    'user.send_code.work_required',
  ],
});

/** Needs and spends a verified `verify_email_by_user` code of the current address. */
export const verifyEmail = endpoint('PUT', '/me/verify-email', {
  access: 'member',
  protection: 'browser',
  summary: 'Marks the e-mail address as verified.',
  answer: v.object({ data: UserSchema }),
  errors: ['verify_email_by_user.code.invalid'],
});
