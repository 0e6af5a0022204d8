import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { LOCALES } from '../locale.ts';
import { SITE_LINKS } from '../page.ts';

const PAGE_TEXT = {
  opening: v.string(),
  articles: v.array(v.object({ title: v.string(), paragraphs: v.array(v.string()) })),
};
/** A page of an operator as data, without its layout. */
export const PageTextSchema = v.object(PAGE_TEXT);
export type PageText = v.InferOutput<typeof PageTextSchema>;

/** The terms as data, without their layout. */
export const TermsTextSchema = v.object({
  /** The version that a member accepts: the date it came into force, YYYY-MM-DD. */
  version: v.string(),
  ...PAGE_TEXT,
});
export type TermsText = v.InferOutput<typeof TermsTextSchema>;

/** The terms of a brand that has its own (`brand.ownTerms` in the page's configuration). */
export const readTermsText = endpoint('GET', '/terms/{locale}', {
  access: 'public',
  summary: "The text of the operator's own terms of service.",
  params: v.object({ locale: v.picklist(LOCALES) }),
  answer: v.object({ data: TermsTextSchema }),
});

/** A page of the operator that the brand's folder has (`pages.json`). */
export const readSitePage = endpoint('GET', '/site-pages/{name}/{locale}', {
  access: 'public',
  summary: "The text of a page of the operator's own, such as the one for questions.",
  params: v.object({ name: v.picklist(SITE_LINKS), locale: v.picklist(LOCALES) }),
  answer: v.object({ data: PageTextSchema }),
});

/** What became of a piece of a text between two versions. */
const PieceSchema = v.object({
  change: v.picklist(['kept', 'added', 'removed']),
  text: v.string(),
});
export type TermsPiece = v.InferOutput<typeof PieceSchema>;
const PiecesSchema = v.array(PieceSchema);

export const TermsChangesSchema = v.object({
  /** False where the text that the member accepted is not kept: everything is then `kept`. */
  compared: v.boolean(),
  opening: PiecesSchema,
  /** Those of either version, in order. */
  articles: v.array(
    v.object({
      changed: v.boolean(),
      title: PiecesSchema,
      paragraphs: v.array(PiecesSchema),
    }),
  ),
});
/** The terms in force beside those that a member accepted, article by article. */
export type TermsChanges = v.InferOutput<typeof TermsChangesSchema>;

/** What was and what is: the terms in force beside the version that the member accepted. */
export const readTermsChanges = endpoint('GET', '/me/terms-changes/{locale}', {
  access: 'member',
  beforeTerms: true,
  summary: 'The terms of service in force, compared with those that the member accepted.',
  params: v.object({ locale: v.picklist(LOCALES) }),
  answer: v.object({ data: TermsChangesSchema }),
});
