/** The terms as data, without their layout. */
export type Terms = {
  /** The version that a member accepts: the date it came into force, YYYY-MM-DD. */
  readonly version: string;
  readonly opening: string;
  readonly articles: readonly TermsArticle[];
};

type TermsArticle = {
  /** The fragment of the article, such as `privacy`. */
  readonly id: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
};

/** The version in force, the same for both languages. */
export const TERMS_VERSION = '2026-11-01';
