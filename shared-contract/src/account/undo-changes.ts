import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';

/** How long the link of a message takes back changes of the sign-in settings, and how far back it reaches. */
export const UNDO_CHANGES_HOURS = 72;
export const UNDO_CHANGES_MS = UNDO_CHANGES_HOURS * 60 * 60 * 1000;
/** The public page that this link opens, with `?token=…`; it also exists under `/en`. */
export const UNDO_CHANGES_PATH = '/undo-changes';

/**
 * Called by the button of that page. Restores the sign-in settings of before the change and of the 72 hours before it,
 * voids the password, and signs out everywhere. A link for a new password is mailed to the restored address.
 */
export const undoChanges = endpoint('POST', '/undo-changes', {
  access: 'public',
  protection: { none: 'the link in the message is enough' },
  summary: 'Takes changes of the sign-in settings back, once, within 72 hours.',
  body: v.object({ token: v.pipe(v.string(), v.maxLength(200)) }),
  answer: v.object({
    data: v.object({
      /** `already_undone`: the link was used before, and this call changed nothing. */
      status: v.picklist(['undone', 'already_undone']),
      /** The member's address, masked. The link for a new password has gone there. */
      email: v.string(),
      /** How many passports have come back. */
      passports: v.number(),
    }),
  }),
  errors: ['token.not_found', 'user.change_mail.email_exists'],
});
