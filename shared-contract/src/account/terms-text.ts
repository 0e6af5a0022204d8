import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { LOCALES } from '../locale.ts';

/** The terms as data, without their layout. */
export const TermsTextSchema = v.object({
  /** The version that a member accepts: the date it came into force, YYYY-MM-DD. */
  version: v.string(),
  opening: v.string(),
  articles: v.array(v.object({ title: v.string(), paragraphs: v.array(v.string()) })),
});
export type TermsText = v.InferOutput<typeof TermsTextSchema>;

/** The terms of a brand that has its own (`brand.ownTerms` in the page's configuration). */
export const readTermsText = endpoint('GET', '/terms/{locale}', {
  access: 'public',
  summary: "The text of the operator's own terms of service.",
  params: v.object({ locale: v.picklist(LOCALES) }),
  answer: v.object({ data: TermsTextSchema }),
});
