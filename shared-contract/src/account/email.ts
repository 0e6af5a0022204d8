import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { UserSchema } from '../profile/user.ts';
import { plainText } from '../typed-text.ts';
import { SentCodeSchema } from './verification-codes.ts';

const EMAIL_MAX = 254;

/** RFC 5321 §4.5.3.1.1. */
const LOCAL_MAX = 64;
/** Of the local part. Dots may stand anywhere: telephone companies gave such addresses out for years. */
const NOT_IN_ADDRESS = /[\s\p{Cc}<>()[\]\\,;:@"]/u;
/** A label of a domain (RFC 1035 §2.3.4, RFC 5891): no hyphen at its ends. */
const LABEL = /^(?!-)[^\s\p{Cc}<>()[\]\\,;:@".]{1,63}(?<!-)$/u;
/** Full stops of Japanese keyboards. */
const FULL_STOPS = /[。｡]/g;

/** An address without what nobody sees and what a Japanese keyboard puts in the place of a dot. */
export const plainEmail = (typed: string): string => plainText(typed).replace(FULL_STOPS, '.');

/** Whether a mail can have this address, as {@link plainEmail} writes it. */
export function isEmail(address: string): boolean {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const labels = address.slice(at + 1).split('.');
  return (
    at > 0 &&
    local.length <= LOCAL_MAX &&
    !NOT_IN_ADDRESS.test(local) &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label))
  );
}

/** An email address as typed. The server normalises addresses before it compares them. */
export const EmailSchema = v.pipe(
  v.string(),
  v.transform(plainEmail),
  v.nonEmpty('required.email'),
  v.maxLength(EMAIL_MAX, 'length.too_long'),
  v.check(isEmail, 'format.email'),
);

/**
 * The second of three steps. Needs the password if one is set. Sends a `verify_email_change` code to
 * the new address; the change takes effect when that code is verified. The
 * answer does not reveal whether the address is taken; only the right code does.
 */
export const changeEmail = endpoint('PUT', '/me/change-email', {
  access: 'member',
  protection: { stepUp: 'change_email', begins: true },
  value: 'account',
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
  value: 'account',
  summary: 'Marks the email address as verified.',
  answer: v.object({ data: UserSchema }),
  errors: ['verify_email_by_user.code.invalid'],
});
