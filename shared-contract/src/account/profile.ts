import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { ProfileSchema } from '../profile/profile.ts';
import { UserSchema } from '../schemas.ts';

/**
 * Spec §7. With two-step verification on it needs and spends a verified `mfa_edit_account`. Only the
 * language and the e-mail opt-in (`/account/settings`) are changed without one.
 * A changed number is not proven yet: where codes came by SMS they come by e-mail from then on.
 */
export const updateMe = endpoint({
  method: 'PUT',
  path: '/me',
  access: 'member',
  summary: 'Changes the profile. Left out: stays. null: cleared. Unknown names are not read.',
  body: ProfileSchema,
  answer: v.object({ data: UserSchema }),
  errors: [
    'user.edit_account.mfa_invalid',
    'user.phone.invalid_length',
    'user.send_code.phone_number_invalid',
  ],
});

/** What may be changed without a step-up: see {@link updateMe}. */
export const FREELY_CHANGED = ['locale', 'email_opt_in'] as const;
