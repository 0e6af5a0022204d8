import { type EmailMessage, factsOf } from '@portal/server-mail/email-message';
import type { ClosedAccount, CodeType, Message } from '@portal/server-members/messages';
import { type MessageDescriptor, msg, translator } from '@portal/server-platform/texts/i18n';
import { momentInJapan } from '@portal/server-platform/texts/moment-in-japan';
import { isStepUpCode, type Locale, type StepUpCodeType } from '@portal/shared-contract';

/** What the code is for. It is named, so that a member notices a code that somebody else asked for. */
const PURPOSES: Record<CodeType, MessageDescriptor> = {
  signup: msg`signing up`,
  mfa_login: msg`signing in`,
  mfa_setting_password: msg`setting a password`,
  mfa_change_password: msg`changing your password`,
  mfa_edit_account: msg`editing your profile`,
  mfa_deactivate_account: msg`closing your account`,
  mfa_change_phone: msg`changing your phone number`,
  mfa_add_passkey: msg`adding a passkey`,
  mfa_remove_passkey: msg`removing a passkey`,
  mfa_add_app: msg`adding an authenticator app`,
  mfa_remove_app: msg`removing your authenticator app`,
  mfa_make_recovery_codes: msg`making new recovery codes`,
  mfa_turn_on_second_step: msg`turning on or changing two-step verification`,
  mfa_turn_off_second_step: msg`turning off two-step verification`,
  mfa_link_line: msg`connecting LINE`,
  mfa_disconnect_line: msg`disconnecting LINE`,
  mfa_export_data: msg`downloading your data`,
  mfa_give_passport: msg`giving a passport to somebody else`,
  mfa_cancel_passport: msg`cancelling a passport`,
  mfa_confirm_browser: msg`using your account in a new browser`,
  mfa_forgot_password: msg`resetting your password`,
  verify_email_by_user: msg`confirming your email address`,
  verify_phone: msg`confirming your phone number`,
  verify_pre_change_email: msg`changing your email address`,
  verify_email_change: msg`confirming your new email address`,
  verify_phone_change: msg`confirming your new phone number`,
  link_sign_in: msg`connecting a new way to sign in with your account`,
};

/** What to do for somebody who did not ask: most codes open nothing by themselves. */
const HARMLESS = msg`If you did not ask for this code, you can ignore this email.`;
/** Sent after a right password or LINE. */
const AFTER_FIRST_STEP = msg`If you did not ask for this code, somebody else may know your password: set a new one.`;
/** Sent to somebody who is signed in. */
const IN_SESSION = msg`If you did not ask for this code, somebody else may be signed in to your account: set a new password, which signs out every device.`;
const ADVICE: Record<Exclude<CodeType, StepUpCodeType>, MessageDescriptor> = {
  signup: HARMLESS,
  mfa_login: AFTER_FIRST_STEP,
  mfa_forgot_password: HARMLESS,
  verify_email_by_user: HARMLESS,
  verify_phone: HARMLESS,
  // The new address is not the member's yet, and may be anybody's.
  verify_email_change: HARMLESS,
  verify_phone_change: HARMLESS,
  link_sign_in: HARMLESS,
};

/**
 * The email that carries a confirmation code.
 * @param message.url for a new password: a link that does what the code does
 * @param message.closed for an address with a closed account
 */
export function codeEmail(
  locale: Locale,
  message: Omit<Extract<Message, { kind: 'code' }>, 'kind'>,
): EmailMessage {
  const { type, code, url: resetUrl, closed } = message;
  const facts = factsOf(locale, message.at, message.device);
  const purpose = translator(locale)(PURPOSES[type]);
  if (type === 'signup' && closed) return signUpOfClosedEmail(locale, code, facts, closed);
  return {
    subject: msg`Your confirmation code`,
    paragraphs: [
      msg`This is your code for ${{ purpose }}. Enter it on the page.`,
      closed &&
        msg`This account is closed. To bring it back, set a new password and sign in with it, until ${{ until: momentInJapan(locale, closed.until) }}. After that we erase your data.`,
      resetUrl && msg`You can also continue with the link below, in any browser.`,
    ],
    code,
    facts,
    ...(resetUrl && { button: { label: msg`Choose a new password`, url: resetUrl } }),
    notes: [
      resetUrl
        ? msg`The code works once, within 10 minutes; the link once, within 24 hours.`
        : msg`The code works once, within 10 minutes.`,
      msg`Do not share it with anyone.`,
      isStepUpCode(type) ? IN_SESSION : ADVICE[type],
    ],
  };
}

function signUpOfClosedEmail(
  locale: Locale,
  code: string,
  facts: readonly string[],
  { until, signInUrl }: ClosedAccount,
): EmailMessage {
  const moment = momentInJapan(locale, until);
  return {
    subject: msg`Your confirmation code`,
    paragraphs: [
      msg`There is a closed account with this email address. Until ${{ until: moment }} you can bring it back: sign in as before with the link below, and everything is as you left it.`,
      msg`After that we erase its data, and you can sign up again with this address.`,
      msg`This is the code that you asked for:`,
    ],
    code,
    facts,
    button: { label: msg`Sign in and bring it back`, url: signInUrl },
    notes: [
      msg`The code works once, within 10 minutes.`,
      msg`Do not share it with anyone.`,
      HARMLESS,
    ],
  };
}

export function codeSms(brand: string, locale: Locale, type: CodeType, code: string): string {
  const t = translator(locale);
  const purpose = t(PURPOSES[type]);
  return t(
    msg`${{ brand }}: ${{ code }} is your code for ${{ purpose }}. Valid for 10 minutes. Do not share it.`,
  );
}
