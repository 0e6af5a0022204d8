import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { UserSchema } from '../profile/user.ts';
import { CodeChannelSchema } from './verification-codes.ts';

/**
 * Needs and spends a verified `mfa_settings` code that was sent by the same channel: turning on SMS
 * proves the number (product §11.15, §12.39). If two-step verification is already on, changes the
 * channel.
 */
export const enableMfa = endpoint('PUT', '/me/mfa/enable', {
  access: 'member',
  summary: 'Turns two-step verification on, or changes its channel.',
  body: v.object({ channel: CodeChannelSchema }),
  answer: v.object({ data: UserSchema }),
  errors: ['user.mfa_settings.mfa_invalid', 'user.send_code.phone_number_invalid'],
});

/** Needs and spends a verified `mfa_settings` code, sent by either channel. */
export const disableMfa = endpoint('PUT', '/me/mfa/disable', {
  access: 'member',
  summary: 'Turns two-step verification off. Authenticator app and recovery codes are kept.',
  answer: v.object({ data: UserSchema }),
  errors: ['user.mfa_settings.mfa_invalid'],
});
