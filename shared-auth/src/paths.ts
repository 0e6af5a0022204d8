/** The sign-in return route: the one page that makes no session check (product §2). */
export const CALLBACK_PATH = '/callback';
/** Asks for agreement to new terms of service (product §2.33). */
export const TERMS_PATH = '/verify-term';
/** Where a sign-in leads that has no other place to go. */
export const HOME_PATH = '/my-page';
