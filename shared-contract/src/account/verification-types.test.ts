import { VERIFICATION_TYPES } from './verification-types.ts';

// @proves 11.7
test('the types of codes are those of the product', () => {
  const types = [
    'signup',
    'mfa_login',
    'mfa_setting_password',
    'mfa_change_password',
    'mfa_edit_account',
    'mfa_deactivate_account',
    'mfa_change_phone',
    'mfa_add_passkey',
    'mfa_remove_passkey',
    'mfa_add_app',
    'mfa_remove_app',
    'mfa_make_recovery_codes',
    'mfa_turn_on_second_step',
    'mfa_turn_off_second_step',
    'mfa_link_line',
    'mfa_give_passport',
    'mfa_cancel_passport',
    'mfa_confirm_browser',
    'mfa_disconnect_line',
    'mfa_export_data',
    'mfa_forgot_password',
    'verify_email_by_user',
    'verify_phone',
    'verify_pre_change_email',
    'verify_email_change',
    'verify_phone_change',
    'verify_email_link',
    'link_sign_in',
  ];
  expect([...VERIFICATION_TYPES].sort()).toEqual(types.sort());
});
