import type { TermsText } from '../terms-text.ts';

/** The portal's own terms; each article has a fragment, such as `privacy`. */
export type Terms = Omit<TermsText, 'articles'> & {
  readonly articles: (TermsText['articles'][number] & { readonly id: string })[];
};

/** The version in force, the same for both languages. */
export const TERMS_VERSION = '2026-11-01';
