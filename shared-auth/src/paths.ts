/** The sign-in return route: the one page that makes no session check. */
export const CALLBACK_PATH = '/callback';
/** Asks for agreement to new terms of service. */
export const TERMS_PATH = '/verify-term';
/** Links a sign-in at another identity provider to a member account. */
export const LINK_PATH = '/link-sign-in';
/** Where a sign-in leads that has no other place to go. */
export const HOME_PATH = '/my-page';
