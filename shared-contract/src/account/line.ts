import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { UserSchema } from '../profile/user.ts';

/**
 * Issues a ticket with which this browser may go to the identity provider and link a LINE account.
 * It is good once, for a minute and for this session.
 */
export const beginLineLink = endpoint('POST', '/me/link-line', {
  access: 'member',
  protection: { stepUp: 'link_line' },
  value: 'account',
  summary: 'A ticket for `/connections/connect/line` of the identity provider.',
  answer: v.object({ data: v.object({ ticket: v.string() }) }),
});

/**
 * If LINE is the only sign-in method, answers `user.disconnect_line.not_set_password` before a step-up
 * is asked for, so that the member can set a password and return. Otherwise needs a
 * step-up. Succeeds if no LINE account is linked.
 */
export const unlinkLine = endpoint('PUT', '/me/unlink-line', {
  access: 'member',
  protection: { depends: ['unlink_line'] },
  value: 'account',
  summary: 'Parts the LINE account from this one.',
  answer: v.object({ data: UserSchema }),
  errors: ['user.step_up_required', 'user.disconnect_line.not_set_password'],
});
