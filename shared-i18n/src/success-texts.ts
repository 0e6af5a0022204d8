import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The success messages by action. */
export const SUCCESS_TEXTS = {
  edit_account: msg`Your profile has been saved.`,
  register: msg`Your registration is complete.`,
  send_code: msg`We have sent you a code.`,
  verify_code: msg`The code has been confirmed.`,
  change_email: msg`Your email address has been changed.`,
  verify_email: msg`Your email address has been confirmed.`,
  change_password: msg`Your password has been changed.`,
  set_password: msg`Your password has been set.`,
  reset_password: msg`Your password has been reset.`,
  enable_mfa: msg`Two-step verification is now on.`,
  disable_mfa: msg`Two-step verification is now off.`,
  connect_line: msg`Your LINE account is now connected.`,
  unlink_line: msg`Your LINE account is no longer connected.`,
  accept_terms: msg`Thank you for agreeing to the terms of service.`,
  unblock: msg`Your account has been unlocked.`,
  deactivate_account: msg`Your account has been closed.`,
  mark_all_as_read: msg`All notifications are marked as read.`,
  save_settings: msg`Your settings have been saved.`,
  sign_out: msg`You have signed out.`,
} as const satisfies Record<string, MessageDescriptor>;

export type SuccessAction = keyof typeof SUCCESS_TEXTS;

/** The text for an action that succeeded. */
export function successText(action: SuccessAction): MessageDescriptor {
  return SUCCESS_TEXTS[action];
}
