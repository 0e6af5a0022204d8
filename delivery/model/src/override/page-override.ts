import type { OverriddenPart } from './token.ts';

/** What a page says and does that shows a version that is not live. */
export type PageOverride = {
  readonly shown: OverriddenPart;
  readonly expires: Date;
  /** The same, written for people. */
  readonly until: { readonly ja: string; readonly en: string };
  /** The first segments below which a local build may have routes; undefined for any. */
  readonly segments?: readonly string[] | undefined;
};
