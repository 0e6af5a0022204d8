import type { ShownPart } from './token.ts';

/** What a page says and does that shows versions that are not live. */
export type PagePreview = {
  readonly preview: string;
  readonly shown: readonly Pick<ShownPart, 'part' | 'version'>[];
  readonly expires: Date;
  /** The same, written for people. */
  readonly until: { readonly ja: string; readonly en: string };
  /** Runs after the boot script: of `portal dev --against` alone. */
  readonly script?: string;
};
