/**
 * At the portal's origin: the answer that has the browser remove everything that it keeps of this origin but cookies. Only
 * a page of the portal gets it (`Sec-Fetch-Site`), so that no other site can sign a member out.
 */
export const CLEAR_SITE_PATH = '/signed-out';

/**
 * How names in session storage begin under which a form keeps what was typed and not sent. It outlives a session that
 * ends by itself, so that its member goes on after the sign-in; a sign-out removes it.
 */
export const DRAFT_PREFIX = 'draft:';
