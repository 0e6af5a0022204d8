import type { Act, ProofCodeType } from '@portal/shared-contract';

/** The type of the code that is sent for an act: its message says what it is for. */
export const CODE_OF_ACT: Record<Act, ProofCodeType> = {
  edit_profile: 'mfa_edit_account',
  change_email: 'verify_pre_change_email',
  change_phone: 'mfa_settings',
  set_password: 'mfa_change_password',
  add_passkey: 'mfa_settings',
  remove_passkey: 'mfa_settings',
  add_app: 'mfa_settings',
  remove_app: 'mfa_settings',
  make_recovery_codes: 'mfa_settings',
  turn_on_two_step: 'mfa_settings',
  turn_off_two_step: 'mfa_settings',
  link_line: 'mfa_settings',
  unlink_line: 'mfa_disconnect_line',
  export_data: 'mfa_export_data',
  close_account: 'mfa_deactivate_account',
  give_passport: 'mfa_settings',
  cancel_passport: 'mfa_settings',
  confirm_browser: 'mfa_settings',
};
