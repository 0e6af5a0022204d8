/** The terms as data: what is said, apart from how it looks. */
export type Terms = {
  /** The version a member accepts: the day it came into force, YYYY-MM-DD. */
  readonly version: string;
  readonly opening: string;
  readonly articles: readonly TermsArticle[];
};

export type TermsArticle = {
  /** Address within the page: `#privacy`. */
  readonly id: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
};

/** The version in force. Both languages carry it. */
export const TERMS_VERSION = '2026-11-01';
