import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { UserSchema } from '../profile/user.ts';
import { isWellFormed } from '../typed-text.ts';

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

/**
 * A new password: any characters, counted as code points after NFKC. Only the server checks whether it is common or the
 * member’s own address; it answers `user.password_invalid`.
 */
export const NewPasswordSchema = v.pipe(
  v.string(),
  v.nonEmpty('required.password'),
  v.check((text) => text === '' || passwordLength(text) >= PASSWORD_MIN, 'password.too_short'),
  v.check((text) => passwordLength(text) <= PASSWORD_MAX, 'password.too_long'),
  v.check(isWellFormed, 'format.characters'),
);

/** The length in code points after NFKC, for the field’s counter and strength hint. */
export function passwordLength(text: string): number {
  return [...text.normalize('NFKC')].length;
}

/** Changes the password, which needs the current one, or sets the first one. Ends all other sessions of the member. */
export const setMyPassword = endpoint('PUT', '/me/setting-password', {
  access: 'member',
  protection: { stepUp: 'set_password' },
  value: 'account',
  summary: 'Changes or sets the password of the signed-in member.',
  body: v.object({ password: NewPasswordSchema, current_password: v.optional(v.string()) }),
  answer: v.object({ data: UserSchema }),
  errors: ['user.current_password_invalid', 'user.password_invalid', 'too_many_attempts'],
});
