import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import { UserSchema } from '../profile/user.ts';
import { TimestampSchema } from '../timestamp.ts';
import { withoutSeparators } from '../typed-text.ts';
import { API_CODE_TYPES, type VerificationType } from './verification-types.ts';

/** The number of digits of a verification code. */
export const CODE_DIGITS = 6;
export const CODE_LIFETIME_MS = 10 * 60 * 1000;
export const CODE_TRIES = 5;
/** How long a step-up allows its act, in milliseconds. */
export const STEP_UP_MS = 10 * 60 * 1000;

/** The error for a code that is wrong, used, unknown or tried too often, by type. */
export const CODE_ERRORS = {
  signup: 'user.signup.code_invalid',
  mfa_login: 'mfa_login.code.invalid',
  mfa_setting_password: 'mfa_setting_password.code.invalid',
  mfa_change_password: 'mfa_change_password.code.invalid',
  mfa_edit_account: 'mfa_edit_account.code.invalid',
  mfa_deactivate_account: 'mfa_deactivate_account.code.invalid',
  mfa_change_phone: 'user.code_invalid',
  mfa_add_passkey: 'user.code_invalid',
  mfa_remove_passkey: 'user.code_invalid',
  mfa_add_app: 'user.code_invalid',
  mfa_remove_app: 'user.code_invalid',
  mfa_make_recovery_codes: 'user.code_invalid',
  mfa_turn_on_second_step: 'user.code_invalid',
  mfa_turn_off_second_step: 'user.code_invalid',
  mfa_link_line: 'user.code_invalid',
  mfa_disconnect_line: 'user.code_invalid',
  mfa_export_data: 'user.code_invalid',
  mfa_give_passport: 'user.code_invalid',
  mfa_cancel_passport: 'user.code_invalid',
  mfa_confirm_browser: 'user.code_invalid',
  mfa_forgot_password: 'mfa_forgot_password.code.invalid',
  verify_email_by_user: 'verify_email_by_user.code.invalid',
  verify_phone: 'user.code_invalid',
  verify_pre_change_email: 'user.verify_change_email.token_incorrect',
  verify_email_change: 'user.change_mail.token_incorrect',
  verify_phone_change: 'user.code_invalid',
  verify_email_link: 'token.not_found',
  link_sign_in: 'user.code_invalid',
} as const satisfies Record<VerificationType, ErrorCode>;

/** The types with their own error for a right code that has expired. */
export const CODE_EXPIRED_ERRORS: Partial<Record<VerificationType, ErrorCode>> = {
  mfa_forgot_password: 'mfa_forgot_password.token_expired',
  verify_pre_change_email: 'user.verify_pre_change_email.token_expired',
  verify_email_change: 'user.change_mail.token_expired',
};

/** Six digits, typed in full or half width, with or without spaces and hyphens. */
export const CodeSchema = v.pipe(
  v.string(),
  v.transform(withoutSeparators),
  v.nonEmpty('required.code'),
  v.regex(/^\d{6}$/, 'format.code'),
);

/** The channel of a code that proves who the member is: a confirmed address or number. */
export const CodeChannelSchema = v.picklist(['email', 'sms']);
export type CodeChannel = v.InferOutput<typeof CodeChannelSchema>;

/** A code that was sent. Times are ISO 8601; the screen counts down to `resend_at`. */
export const SentCodeSchema = v.object({
  /** The masked number or address to which it was sent: exactly one of the two is present. */
  sms: v.optional(v.string()),
  email: v.optional(v.string()),
  resend_at: TimestampSchema,
  expires_at: TimestampSchema,
});
export type SentCode = v.InferOutput<typeof SentCodeSchema>;

export const VerifiedCodeSchema = v.object({
  data: v.object({
    type: v.picklist(API_CODE_TYPES),
    /** Until when the step-up allows its act; null if verifying was itself the action. */
    allowed_until: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
    /** For those: the member with the new address or number. */
    user: v.optional(UserSchema),
  }),
});

export const SEND_CODE_ERRORS = [
  'too_many_attempts',
  'user.send_code.error',
  'user.send_code.mailbox_refused',
  'user.send_code.phone_number_invalid',
  'user.send_code.limit_reached',
  'user.send_code.work_required',
  'user.send_code.country_not_served',
  'user.send_code.no_text_messages',
  'user.change_mail.token_expired',
  'user.change_phone.token_expired',
] as const;
const VERIFY_ERRORS = [
  ...new Set(API_CODE_TYPES.map((type) => CODE_ERRORS[type])),
  'user.verify_pre_change_email.token_expired',
  'user.change_mail.token_expired',
  'user.change_mail.email_exists',
  'user.step_up_required',
] as const;

/** Sends a code by a chosen channel. Answers 429 with `retry-after` if it is too soon. */
export const sendCodeV2 = endpoint('POST', '/v2/me/mfa/send-code', {
  access: 'member',
  protection: 'browser',
  value: 'none',
  inNewBrowser: true,
  summary:
    'Sends a code by a chosen channel. With `long_wait`, another may be sent after 60 seconds.',
  body: v.object({
    type: v.picklist(API_CODE_TYPES),
    channel: v.optional(CodeChannelSchema),
    long_wait: v.optional(v.boolean(), false),
  }),
  answer: SentCodeSchema,
  errors: SEND_CODE_ERRORS,
});

export const verifyCode = endpoint('POST', '/mfa/verify-code', {
  access: 'member',
  protection: { depends: ['change_email', 'change_phone'] },
  value: 'account',
  inNewBrowser: true,
  summary:
    'Verifies a code: it then allows its act once, for ten minutes. Of `verify_email_change` and `verify_phone_change` it is the change itself, and needs a step-up.',
  body: v.object({ type: v.picklist(API_CODE_TYPES), code: CodeSchema }),
  answer: VerifiedCodeSchema,
  errors: VERIFY_ERRORS,
});
