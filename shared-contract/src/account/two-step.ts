import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { UserSchema } from '../profile/user.ts';
import { CodeChannelSchema } from './verification-codes.ts';

/** Where codes go; with `none` only passkeys, the app and recovery codes are second steps. */
export const TwoStepChannelSchema = v.picklist([...CodeChannelSchema.options, 'none']);
export type TwoStepChannel = v.InferOutput<typeof TwoStepChannelSchema>;

/**
 * The address or number must be confirmed. One that is not is confirmed here by a verified code that
 * was sent to it (`verify_phone`, `verify_email_by_user`; product §11.15, §12.39); without it, the
 * answer is the error of that type. If two-step verification is already on, changes the channel.
 * `none` takes two passkeys, or one and the app (product §10.48).
 */
export const enableMfa = endpoint('PUT', '/me/mfa/enable', {
  access: 'member',
  proof: { recent: 'turn_on_two_step' },
  summary: 'Turns two-step verification on, or changes its channel.',
  body: v.object({ channel: TwoStepChannelSchema }),
  answer: v.object({ data: UserSchema }),
  errors: [
    'verify_phone.code.invalid',
    'verify_email_by_user.code.invalid',
    'user.send_code.phone_number_invalid',
    'user.second_factor.too_few',
  ],
});

export const disableMfa = endpoint('PUT', '/me/mfa/disable', {
  access: 'member',
  proof: { recent: 'turn_off_two_step' },
  summary: 'Turns two-step verification off. Authenticator app and recovery codes are kept.',
  answer: v.object({ data: UserSchema }),
});
