import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ActivityKind } from '@portal/shared-contract';

/** The text of each kind of activity. A kind without a text does not compile. */
export const ACTIVITY_TEXTS: Readonly<Record<ActivityKind, MessageDescriptor>> = {
  signed_in: msg`You signed in`,
  sign_in_locked: msg`Sign-in was locked after several wrong passwords`,
  signed_out_device: msg`A device was signed out`,
  signed_out_everywhere: msg`All devices were signed out`,
  browser_trusted: msg`A browser was trusted`,
  browser_trust_ended: msg`A browser is no longer trusted`,
  profile_changed: msg`Your profile was changed`,
  email_verified: msg`Your e-mail address was confirmed`,
  email_changed: msg`Your e-mail address was changed`,
  phone_changed: msg`Your phone number was changed`,
  phone_removed: msg`Your phone number was removed`,
  email_change_undone: msg`A change of your e-mail address was undone`,
  changes_undone: msg`Changes to your account were undone`,
  account_closed: msg`You closed your account`,
  account_reopened: msg`You brought your account back`,
  data_export_requested: msg`A link to download your data was sent`,
  data_exported: msg`Your data was downloaded`,
  password_set: msg`A password was set`,
  password_changed: msg`Your password was changed`,
  mfa_enabled: msg`Two-step verification was turned on`,
  mfa_channel_changed: msg`The way to receive codes was changed`,
  mfa_codes_off: msg`Codes by e-mail and text message were turned off`,
  mfa_disabled: msg`Two-step verification was turned off`,
  totp_added: msg`An authenticator app was set up`,
  totp_removed: msg`The authenticator app was removed`,
  recovery_codes_made: msg`New recovery codes were created`,
  recovery_code_used: msg`A recovery code was used`,
  passkey_added: msg`A passkey was added`,
  passkey_removed: msg`A passkey was removed`,
  line_linked: msg`LINE was connected`,
  line_unlinked: msg`LINE was disconnected`,
  terms_accepted: msg`You agreed to the terms of service`,
};
