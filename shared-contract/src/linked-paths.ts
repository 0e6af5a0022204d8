/**
 * The first segments of the portal's addresses to which mails, cards in wallets, the pages of the identity provider
 * and the shell lead, whatever parts have them.
 */
type LinkedSegment =
  | '/about'
  | '/account'
  | '/link-sign-in'
  | '/my-page'
  | '/not-me'
  | '/reset-password'
  | '/signup'
  | '/terms-of-service'
  | '/unblock'
  | '/undo-changes'
  | '/verify-email'
  | '/verify-term'
  | '/verify-user';

/**
 * The sign-in return route of the shell, without a sign-in (OpenID Connect Core §3.1.2.6): it leads on to where the member
 * was going, which asks for one.
 */
export const SIGN_IN_RETURN = '/callback?error=login_required';

/** A path below one of them, so that what leads elsewhere does not compile. */
export type LinkedPath = LinkedSegment | `${LinkedSegment}/${string}`;
