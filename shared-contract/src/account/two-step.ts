import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { UserSchema } from '../schemas.ts';
import { CodeChannelSchema } from './codes.ts';

/**
 * Needs and spends a verified `mfa_settings` whose code came by the same channel: turning on SMS
 * proves the number. Called while it is on, it changes the channel.
 */
export const enableMfa = endpoint({
  method: 'PUT',
  path: '/me/mfa/enable',
  access: 'member',
  summary: 'Turns two-step verification on, or changes its channel.',
  body: v.object({ channel: CodeChannelSchema }),
  answer: v.object({ data: UserSchema }),
  errors: ['user.mfa_settings.mfa_invalid', 'user.send_code.phone_number_invalid'],
});

/** Needs and spends a verified `mfa_settings` of either channel. */
export const disableMfa = endpoint({
  method: 'PUT',
  path: '/me/mfa/disable',
  access: 'member',
  summary: 'Turns two-step verification off. Authenticator app and recovery codes are kept.',
  answer: v.object({ data: UserSchema }),
  errors: ['user.mfa_settings.mfa_invalid'],
});
