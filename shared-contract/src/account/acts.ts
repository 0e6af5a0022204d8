import * as v from 'valibot';

/**
 * What a member confirms by showing who they are, and what the code says that is sent for it. A proof
 * names one act and serves it once (docs/decisions/0079-a-proof-serves-one-act.md). A change that works
 * by itself is an act of its own.
 */
export const ACTS = [
  'edit_profile',
  'change_email',
  'change_phone',
  'set_password',
  'add_passkey',
  'remove_passkey',
  'add_app',
  'remove_app',
  'make_recovery_codes',
  'turn_on_two_step',
  'turn_off_two_step',
  'link_line',
  'unlink_line',
  'export_data',
  'close_account',
  'give_passport',
  'cancel_passport',
  // Serves no call by itself: any proof confirms the browser (product §10.432).
  'confirm_browser',
] as const;
export type Act = (typeof ACTS)[number];
export const ActSchema = v.picklist(ACTS);
export const isAct = (value: unknown): value is Act => v.is(ActSchema, value);
