import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { UserSchema } from '../profile/user.ts';
import { CodeChannelSchema } from './verification-codes.ts';

/** Where codes go; with `none` only passkeys, the app and recovery codes are second steps. */
export const SecondStepChannelSchema = v.picklist([...CodeChannelSchema.options, 'none']);
export type SecondStepChannel = v.InferOutput<typeof SecondStepChannelSchema>;

/**
 * The address or number must be confirmed. One that is not is confirmed here by a verified code that was sent to it
 * (`verify_phone`, `verify_email_by_user`; §12.39); without it, the answer is the error of that type. If the second
 * step is already on, changes the channel. `none` takes two passkeys, or one and the app.
 */
export const enableMfa = endpoint('PUT', '/me/mfa/enable', {
  access: 'member',
  protection: { stepUp: 'turn_on_second_step' },
  value: 'account',
  summary: 'Turns the second step on, or changes its channel.',
  body: v.object({ channel: SecondStepChannelSchema }),
  answer: v.object({ data: UserSchema }),
  errors: [
    'user.code_invalid',
    'verify_email_by_user.code.invalid',
    'user.send_code.phone_number_invalid',
    'user.second_step.too_few',
  ],
});

export const disableMfa = endpoint('PUT', '/me/mfa/disable', {
  access: 'member',
  protection: { stepUp: 'turn_off_second_step' },
  value: 'account',
  summary: 'Turns the second step off. Authenticator app and recovery codes are kept.',
  answer: v.object({ data: UserSchema }),
});
