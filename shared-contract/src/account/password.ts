import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { UserSchema } from '../schemas.ts';

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

/**
 * A new password (decisions.md «Flows»): any characters, counted as code points after NFKC. Whether it
 * is a common one, or the member's address, the server says (`user.password_invalid`).
 */
export const NewPasswordSchema = v.pipe(
  v.string(),
  v.nonEmpty('required.password'),
  v.check((text) => text === '' || passwordLength(text) >= PASSWORD_MIN, 'password.too_short'),
  v.check((text) => passwordLength(text) <= PASSWORD_MAX, 'password.too_long'),
  v.check((text) => text.isWellFormed(), 'format.characters'),
);

/** For a field's counter and strength hint: as the rule counts. */
export function passwordLength(text: string): number {
  return [...text.normalize('NFKC')].length;
}

/**
 * Changes the password (needs `mfa_change_password` and the current one), or sets the first one
 * (`mfa_setting_password`). All other sessions of the member end.
 */
export const setMyPassword = endpoint({
  method: 'PUT',
  path: '/me/setting-password',
  access: 'member',
  summary: 'Changes or sets the password of the signed-in member.',
  body: v.object({ password: NewPasswordSchema, current_password: v.optional(v.string()) }),
  answer: v.object({ data: UserSchema }),
  errors: [
    'user.change_password.mfa_invalid',
    'user.setting_password.mfa_invalid',
    'user.current_password_invalid',
    'user.password_invalid',
    'too_many_attempts',
  ],
});
