import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { isWellFormed } from '../typed-text.ts';

export const LEAVING_REASONS = [
  'not_needed',
  'hard_to_use',
  'too_many_mails',
  'privacy',
  'another_account',
  'other',
] as const;
export type LeavingReason = (typeof LEAVING_REASONS)[number];
export const LEAVING_COMMENT_MAX = 1000;
/** How many days a closed account can be brought back by signing in; then the server erases it. */
export const CLOSED_DAYS = 30;

/** Free text of several lines; an empty comment becomes null. */
const CommentSchema = v.nullable(
  v.pipe(
    v.string(),
    v.transform((text) => text.trim()),
    v.check((text) => isWellFormed(text) && !text.includes('\0'), 'format.characters'),
    v.maxLength(LEAVING_COMMENT_MAX, 'length.too_long'),
    v.transform((text) => (text === '' ? null : text)),
  ),
);

/**
 * Ends every session, including this one. Needs a step-up; a live passport that is not given up, or cannot be,
 * refuses the call before that, so that nobody gives a step-up in vain.
 */
export const deleteMe = endpoint('DELETE', '/me', {
  access: 'member',
  protection: { depends: ['close_account'] },
  value: 'account',
  summary: 'Closes the account.',
  body: v.object({
    reason: v.picklist(LEAVING_REASONS, 'required.reason'),
    comment: v.optional(CommentSchema, null),
    /** The ids of the live passports that the member gives up; of others none is lost unseen. */
    given_up: v.optional(v.pipe(v.array(v.pipe(v.string(), v.uuid())), v.maxLength(100)), []),
  }),
  errors: ['user.step_up_required', 'user.deactivate_account.has_passport'],
});
