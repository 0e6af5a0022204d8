import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ErrorCode } from '@portal/shared-contract';
import { inputWrong, serverFailed } from './general-error-texts.ts';

/**
 * The text for every error code and status. A code without a text does not compile. Each text says what to do
 * next (design §10.4). This file comes with the first answer that needs it (error-text.ts).
 */

const rateLimited = msg`There have been too many attempts. Wait a little and try again.`;
const emailExists = msg`This email address is already in use. Sign in, or use another address.`;
const linkSpent = msg`This link or code can no longer be used. Ask for a new one.`;
const codeWrong = msg`That code doesn’t match. Check the latest message and enter it again.`;
const securityCodeWrong = msg`That security code doesn’t match, or has expired. Check it, or ask for a new one.`;
const phoneWrong = msg`Check the phone number and enter it again.`;
const passportNotFound = msg`We could not find this passport. Choose it again under Passports.`;
const notFound = msg`We could not find what you are looking for. Go back and try again.`;
const signInAgain = msg`Sign in again to continue.`;

export const ERROR_TEXTS = {
  too_many_attempts: rateLimited,
  'user.ip_blocked': msg`There have been too many attempts from your network. Try again later.`,
  'user.store.email_exists': emailExists,
  'user.signup.email_exists': emailExists,
  'user.change_mail.email_exists': emailExists,
  'user.password_invalid': msg`This password cannot be used. Choose another one.`,
  'user.user_not_found': msg`We could not confirm your account. Check what you entered and try again.`,
  'token.not_found': linkSpent,
  'user.change_mail.token_expired': linkSpent,
  'user.current_password_invalid': msg`Wrong password. Enter your current password again.`,
  'user.code_invalid': codeWrong,
  'user.signup.code_invalid': codeWrong,
  'user.change_mail.token_incorrect': codeWrong,
  'user.change_mail.password_incorrect': msg`Wrong password. Enter it again.`,
  'mfa_login.code.invalid': securityCodeWrong,
  'mfa_setting_password.code.invalid': securityCodeWrong,
  'mfa_change_password.code.invalid': securityCodeWrong,
  'mfa_edit_account.code.invalid': securityCodeWrong,
  'mfa_deactivate_account.code.invalid': securityCodeWrong,
  'mfa_forgot_password.code.invalid': securityCodeWrong,
  'verify_email_by_user.code.invalid': securityCodeWrong,
  'user.change_phone.token_expired': msg`The time limit has passed. Enter the new number again.`,
  'user.verify_change_email.token_incorrect': securityCodeWrong,
  'user.disconnect_line.not_set_password': msg`LINE is your only way to sign in. Set a password first.`,
  'mfa_forgot_password.token_expired': msg`The time limit has passed. Start again from the beginning.`,
  'user.verify_pre_change_email.token_expired': msg`The time limit has passed. Start again from the beginning.`,
  'user.deactivate_account.has_passport': msg`You still have a passport that can be used, so the account cannot be closed yet.`,
  'user.phone.invalid_length': msg`The phone number is too short or too long. Check it and enter it again.`,
  'user.send_code.phone_number_invalid': phoneWrong,
  'user.send_code.error': msg`We could not send the code. Check the phone number and try again in a little while.`,
  'user.send_code.mailbox_refused': msg`This mailbox does not take our emails. Check the email address, or use another one.`,
  'user.send_code.limit_reached': msg`We cannot send any more codes right now.`,
  'user.send_code.work_required': msg`Very many codes are being asked for right now. Try again in a little while.`,
  'user.send_code.country_not_served': msg`We cannot send text messages to numbers in this country. Use another number or another way.`,
  'user.send_code.no_text_messages': msg`This number takes no text messages. Use the number of a mobile phone or another way.`,

  'user.totp.code_invalid': msg`That code doesn’t match. Enter the code that your app shows now.`,
  'user.passkey.not_accepted': msg`This passkey could not be saved. Try again.`,
  'user.step_up_required': msg`Confirm once more that it is you.`,
  'auth.browser_unconfirmed': msg`You have signed in here with your password alone. Confirm once that it is you; we then remember this browser.`,
  'auth.browser_unknown': msg`This browser is not recognized. Sign in again to make this change.`,
  'user.link_required': emailExists,
  'user.email_unconfirmed': msg`Confirm your email address where you sign in, then sign in again.`,
  'user.second_step.too_few': msg`Without codes by email or text message you need two of these: passkeys and an authenticator app.`,
  'user.second_step_required': msg`Confirm with a passkey, the authenticator app or a recovery code first.`,
  'user.recovery_code_invalid': msg`That recovery code doesn’t match, or has been used.`,
  'user.second_step.last_way_in': msg`This is your only way to sign in. Add another one first.`,

  'ap_passport.user.access_denied': msg`You cannot do this with this passport. Choose one under Passports.`,
  'ap_passport.transfer_status.access_denied': msg`The transfer of this passport has moved on, or cannot be started now. Check its current state.`,
  'auth.browser_too_new': msg`For your protection this can be done once both this browser and your password are 24 hours old. Nothing has been changed.`,
  'ap_passport.held_until.access_denied': msg`This passport cannot be accepted yet. Open this page again to see from when.`,
  'ap_passport.age.access_denied': msg`This passport is for people of another age. You can decline it.`,
  'ap_passport.confirmed_id_at.required': msg`Your identity has to be confirmed first. Show your ID at the counter.`,
  'ap_passport.not_found': passportNotFound,
  'ap_passport.confirmed_id_at.access_denied': msg`The identity for this passport is already confirmed, so this can no longer be changed.`,
  'ap_passport.canceled_at.access_denied': msg`This passport has been cancelled, or can no longer be cancelled. Check its current state.`,
  'ap_passport.qr_code_url.access_denied': msg`This passport has no QR code at the moment. Check its current state.`,
  'ap_passport.design_id.required': msg`Choose a design.`,
  'ap_passport.physical_card_issued_at.access_denied': msg`The card has already been issued, so this can no longer be changed.`,
  'ap_passport.photo.required': msg`Add a photo.`,
  'ap_passport.user.not_found': msg`We could not find that member. Check the member code or email address and try again.`,
  'ap_passport.ext_member_code.required': msg`This passport gets its number when it is paid for. Pay first.`,

  'auth.unauthorized': signInAgain,
  'user.terms_outdated': msg`The terms of service have changed. Agree to them first.`,
  'request.invalid': inputWrong,
  'request.too_slow': msg`The connection is too slow for what you sent. Try again, perhaps on another network.`,
  'request.too_large': msg`What you sent is too large. Make it smaller and try again.`,
  'request.not_found': notFound,
  'server.error': serverFailed,
  'server.unavailable': msg`The service is not available right now. Try again in a little while.`,
} as const satisfies Record<ErrorCode, MessageDescriptor>;

const STATUS_TEXTS: Readonly<Record<number, MessageDescriptor>> = {
  401: signInAgain,
  403: msg`You cannot open this page or do this. Go back to Home.`,
  404: notFound,
  413: ERROR_TEXTS['request.too_large'],
  422: inputWrong,
  429: rateLimited,
  500: serverFailed,
  503: ERROR_TEXTS['server.unavailable'],
};

/** The text for an error code or an HTTP status; undefined for any other. */
export const codeText = (of: string | number): MessageDescriptor | undefined =>
  typeof of === 'number'
    ? STATUS_TEXTS[of]
    : Object.hasOwn(ERROR_TEXTS, of)
      ? ERROR_TEXTS[of as ErrorCode]
      : undefined;
