import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { UserSchema } from '../schemas.ts';

/**
 * Spends a verified `mfa_disconnect_line`. Where LINE is the only way in it answers
 * `user.disconnect_line.not_set_password` and spends nothing, so that the member can set a password
 * and come back. Unlinking what is not linked is done already.
 */
export const unlinkLine = endpoint({
  method: 'PUT',
  path: '/me/unlink-line',
  access: 'member',
  summary: 'Parts the LINE account from this one.',
  answer: v.object({ data: UserSchema }),
  errors: ['user.disconnect_line.not_set_password', 'user.disconnect_line.mfa_invalid'],
});
