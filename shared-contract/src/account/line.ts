import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { UserSchema } from '../profile/user.ts';

/**
 * Spends a verified `mfa_disconnect_line` code. If LINE is the only sign-in method, answers
 * `user.disconnect_line.not_set_password` and spends nothing, so that the member can set a password
 * and return (product §12.44). Succeeds if no LINE account is linked.
 */
export const unlinkLine = endpoint('PUT', '/me/unlink-line', {
  access: 'member',
  summary: 'Parts the LINE account from this one.',
  answer: v.object({ data: UserSchema }),
  errors: ['user.disconnect_line.not_set_password', 'user.disconnect_line.mfa_invalid'],
});
