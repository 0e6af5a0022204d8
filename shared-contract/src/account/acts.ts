import * as v from 'valibot';

/**
 * What a member confirms by showing who they are, each with the type of the code that is sent for it. A step-up names
 * one act and serves it once (docs/decisions/0017-step-up.md). A change that works by itself is an act of its own.
 */
export const STEP_UP_CODES = {
  edit_profile: 'mfa_edit_account',
  change_email: 'verify_pre_change_email',
  change_phone: 'mfa_change_phone',
  set_password: 'mfa_setting_password',
  add_passkey: 'mfa_add_passkey',
  remove_passkey: 'mfa_remove_passkey',
  add_app: 'mfa_add_app',
  remove_app: 'mfa_remove_app',
  make_recovery_codes: 'mfa_make_recovery_codes',
  turn_on_second_step: 'mfa_turn_on_second_step',
  turn_off_second_step: 'mfa_turn_off_second_step',
  link_line: 'mfa_link_line',
  unlink_line: 'mfa_disconnect_line',
  export_data: 'mfa_export_data',
  close_account: 'mfa_deactivate_account',
  give_passport: 'mfa_give_passport',
  cancel_passport: 'mfa_cancel_passport',
  // Completed by no call: any step-up confirms the browser.
  confirm_browser: 'mfa_confirm_browser',
} as const;
export type Act = keyof typeof STEP_UP_CODES;
export const ACTS = Object.keys(STEP_UP_CODES) as [Act, ...Act[]];
export const ActSchema = v.picklist(ACTS);
export const isAct = (value: unknown): value is Act => v.is(ActSchema, value);

/** The acts that the sign-up offers itself, with what it has just proven. */
export const SIGN_UP_ACTS: readonly Act[] = ['edit_profile', 'add_passkey', 'turn_on_second_step'];
