import type { Work } from './work.ts';

/**
 * Every error code with its HTTP status. The body of an error answer is `{
 * error: code, error_descriptions?, request_id? }`. The text of each code is in
 * shared-i18n/src/error-texts.ts; a code without a text fails the type check.
 */

export const ERROR_STATUS = {
  // Application errors.
  too_many_attempts: 429,
  'user.ip_blocked': 429,
  'user.store.email_exists': 422,
  'user.signup.email_exists': 422,
  'user.change_mail.email_exists': 422,
  'user.password_invalid': 422,
  'user.user_not_found': 422,
  'token.not_found': 422,
  'user.change_mail.token_expired': 422,
  'user.current_password_invalid': 422,
  'user.code_invalid': 422,
  'user.signup.code_invalid': 422,
  'user.change_mail.token_incorrect': 422,
  'user.change_mail.password_incorrect': 422,
  'mfa_login.code.invalid': 422,
  'mfa_setting_password.code.invalid': 422,
  'mfa_change_password.code.invalid': 422,
  'mfa_edit_account.code.invalid': 422,
  'mfa_deactivate_account.code.invalid': 422,
  'mfa_forgot_password.code.invalid': 422,
  'verify_email_by_user.code.invalid': 422,
  'user.change_phone.token_expired': 422,
  'user.verify_change_email.token_incorrect': 422,
  'user.disconnect_line.not_set_password': 422,
  'mfa_forgot_password.token_expired': 422,
  'user.verify_pre_change_email.token_expired': 422,
  'user.deactivate_account.has_passport': 422,
  'user.phone.invalid_length': 422,
  'user.send_code.phone_number_invalid': 422,
  'user.send_code.error': 422,
  'user.send_code.mailbox_refused': 422,
  // The limits of messages.
  'user.send_code.limit_reached': 429,
  'user.send_code.work_required': 428,
  'user.send_code.country_not_served': 422,
  'user.send_code.no_text_messages': 422,
  // Methods of the second step.
  'user.totp.code_invalid': 422,
  'user.passkey.not_accepted': 422,
  'user.second_step.last_way_in': 422,
  // The second step without codes by email and SMS.
  'user.second_step.too_few': 422,
  'user.second_step_required': 422,
  'user.recovery_code_invalid': 422,
  // A sensitive call without a step-up, or from another browser.
  'user.step_up_required': 403,
  'auth.browser_unknown': 403,
  // A browser in which only the password was shown.
  'auth.browser_unconfirmed': 403,
  // A browser or a password of less than 24 hours.
  'auth.browser_too_new': 403,
  // A sign-in at another identity provider that is no member yet.
  'user.link_required': 403,
  'user.email_unconfirmed': 403,
  // Passport errors.
  'ap_passport.user.access_denied': 403,
  'ap_passport.transfer_status.access_denied': 403,
  'ap_passport.held_until.access_denied': 403,
  'ap_passport.age.access_denied': 403,
  'ap_passport.confirmed_id_at.required': 422,
  'ap_passport.not_found': 404,
  'ap_passport.confirmed_id_at.access_denied': 403,
  'ap_passport.canceled_at.access_denied': 403,
  'ap_passport.qr_code_url.access_denied': 422,
  'ap_passport.design_id.required': 422,
  'ap_passport.physical_card_issued_at.access_denied': 403,
  'ap_passport.photo.required': 422,
  'ap_passport.user.not_found': 404,
  'ap_passport.ext_member_code.required': 422,
  // Errors that any call may answer.
  'auth.unauthorized': 401,
  'user.terms_outdated': 403,
  'request.invalid': 422,
  'request.too_large': 413,
  'request.too_slow': 408,
  'request.not_found': 404,
  'server.error': 500,
  'server.unavailable': 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** True for a code of the catalogue. Any other value gets the 500 message. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERROR_STATUS, value);
}

/** The body of every error answer. `error_descriptions` maps a field to message keys. */
export type ErrorBody = {
  error: ErrorCode;
  error_descriptions?: Record<string, string[]>;
  /** In answers to teams: why, and what to do, in English. */
  refusals?: readonly { code: string; reason: string; remedy: string }[];
  /** With `user.send_code.work_required`. */
  work?: Work;
  request_id?: string;
};
